/* NULL, absurd lengths, misaligned arrays, structs of other versions: an error, never a crash, and no output written. */
#include "check.h"

#define NOWHERE ((onebloom_filter *)NULL)

/* B110: the four calls. */
static void b110(void) {
    onebloom_filter *f = make(1000, 0.001);
    bool added = false;
    CHECK(onebloom_contains(f, NULL, 0) == 0);
    OK(onebloom_add(f, NULL, 0, &added));
    CHECK(added);
    CHECK(onebloom_contains(f, "", 0) == 1);
    CODE(onebloom_add(NULL, "abc", 3, &added), ONEBLOOM_NULL_POINTER);
    TEXT(onebloom_last_error(), "filter");
    CODE(onebloom_add(f, NULL, 5, &added), ONEBLOOM_NULL_POINTER);
    TEXT(onebloom_last_error(), "key");
    CODE(onebloom_add(f, "abc", SIZE_MAX, &added), ONEBLOOM_OUT_OF_RANGE);
    TEXT(onebloom_last_error(), "18446744073709551615");
    CHECK(onebloom_contains(f, "abc", 3) == 0);
    onebloom_free(f);
}

static void no_filter(void) {
    onebloom_filter *f = make(10, 0.1), *out = NOWHERE;
    onebloom_filter_stats stats;
    onebloom_section_stats section;
    char buf[64];
    uint8_t bytes[64];
    uint64_t cells[64];
    size_t needed = 77;
    bool flag = true;
    int64_t number = 1, offsets[2] = {0, 1};
    uint64_t unsigned_number = 1, count = 77;
    const uint8_t *key = (const uint8_t *)"k";
    size_t one = 1;
    stats.struct_size = sizeof stats;
    section.struct_size = sizeof section;
#define IS_NULL(call) CODE(call, ONEBLOOM_NULL_POINTER)
    IS_NULL(onebloom_add(NULL, "k", 1, &flag));
    IS_NULL(onebloom_add_i64(NULL, 1, &flag));
    IS_NULL(onebloom_add_u64(NULL, 1, &flag));
    IS_NULL(onebloom_add_hash(NULL, 1, &flag));
    IS_NULL(-onebloom_contains(NULL, "k", 1));
    IS_NULL(-onebloom_contains_i64(NULL, 1));
    IS_NULL(-onebloom_contains_u64(NULL, 1));
    IS_NULL(-onebloom_contains_hash(NULL, 1));
    IS_NULL(onebloom_remove(NULL, "k", 1, &flag));
    IS_NULL(onebloom_remove_i64(NULL, 1, &flag));
    IS_NULL(onebloom_remove_u64(NULL, 1, &flag));
    IS_NULL(onebloom_remove_hash(NULL, 1, &flag));
    IS_NULL(onebloom_add_many(NULL, &key, &one, 1, &count));
    IS_NULL(onebloom_add_packed(NULL, key, offsets, 1, &count));
    IS_NULL(onebloom_add_many_i64(NULL, &number, 1, &count));
    IS_NULL(onebloom_add_many_u64(NULL, &unsigned_number, 1, &count));
    IS_NULL(onebloom_add_many_hash(NULL, &unsigned_number, 1, &count));
    IS_NULL(onebloom_contains_many(NULL, &key, &one, 1, bytes));
    IS_NULL(onebloom_contains_packed(NULL, key, offsets, 1, bytes));
    IS_NULL(onebloom_contains_many_i64(NULL, &number, 1, bytes));
    IS_NULL(onebloom_contains_many_u64(NULL, &unsigned_number, 1, bytes));
    IS_NULL(onebloom_contains_many_hash(NULL, &unsigned_number, 1, bytes));
    IS_NULL(onebloom_merge(NULL, f));
    IS_NULL(onebloom_merge(f, NULL));
    IS_NULL(onebloom_clear(NULL));
    IS_NULL(onebloom_copy(NULL, &out));
    IS_NULL(onebloom_copy(f, NULL));
    IS_NULL(onebloom_save(NULL, "x", 1));
    IS_NULL(onebloom_replace(NULL, "x", 1));
    IS_NULL(onebloom_save(f, NULL, 1));
    IS_NULL(onebloom_replace(f, NULL, 1));
    IS_NULL(onebloom_to_bytes(NULL, bytes, sizeof bytes, &needed));
    IS_NULL(onebloom_to_bytes(f, NULL, 0, NULL));
    IS_NULL(onebloom_to_bytes(f, NULL, 64, NULL));
    IS_NULL(onebloom_flush(NULL));
    IS_NULL(onebloom_verify(NULL, &flag));
    IS_NULL(onebloom_reload(NULL, &flag));
    IS_NULL(onebloom_is_stale(NULL, &flag));
    IS_NULL(onebloom_is_stale(f, NULL));
    IS_NULL(onebloom_set_now(NULL, true, 1));
    IS_NULL(onebloom_stats(NULL, false, &stats));
    IS_NULL(onebloom_stats(f, false, NULL));
    IS_NULL(onebloom_stats_section(NULL, 0, &section));
    IS_NULL(onebloom_stats_section(f, 0, NULL));
    IS_NULL(onebloom_stats_json(NULL, false, buf, sizeof buf, &needed));
    IS_NULL(onebloom_positions(NULL, "k", 1, cells, 64, &needed));
    IS_NULL(onebloom_positions(f, NULL, 1, cells, 64, &needed));
    IS_NULL(onebloom_equals(NULL, f, &flag));
    IS_NULL(onebloom_equals(f, NULL, &flag));
    IS_NULL(onebloom_equals(f, f, NULL));
    IS_NULL(onebloom_summary(NULL, buf, sizeof buf, &needed));
    IS_NULL(onebloom_path(NULL, buf, sizeof buf, &needed));
    IS_NULL(-onebloom_takes_ready_hash(NULL));
    IS_NULL(-onebloom_is_mapped(NULL));
    IS_NULL(-onebloom_is_read_only(NULL));
    /* nothing was written */
    CHECK(flag && needed == 77 && count == 77 && out == NULL);
    onebloom_free(f);
}

static void no_place(void) {
    onebloom_filter *f = make(10, 0.1), *out = NOWHERE;
    onebloom_params params;
    onebloom_size_plan plan;
    onebloom_options *options = NULL;
    char buf[16];
    size_t needed = 0;
    const uint8_t *key = (const uint8_t *)"k";
    size_t one = 1;
    block image = to_bytes(f);
    OK(onebloom_params_init(&params, sizeof params));
    params.capacity = 10;
    plan.struct_size = sizeof plan;
    OK(onebloom_options_new(&options));
    IS_NULL(onebloom_params_init(NULL, sizeof params));
    IS_NULL(onebloom_create(NULL, &out));
    IS_NULL(onebloom_create(&params, NULL));
    IS_NULL(onebloom_plan(NULL, &plan));
    IS_NULL(onebloom_plan(&params, NULL));
    IS_NULL(onebloom_options_new(NULL));
    IS_NULL(onebloom_options_set_i64(NULL, "seed", 4, 1));
    IS_NULL(onebloom_options_set_u64(NULL, "seed", 4, 1));
    IS_NULL(onebloom_options_set_f64(NULL, "fpp", 3, 0.1));
    IS_NULL(onebloom_options_set_text(NULL, "kind", 4, "classic", 7));
    IS_NULL(onebloom_options_set_i64(options, NULL, 4, 1));
    IS_NULL(onebloom_options_set_text(options, "kind", 4, NULL, 7));
    IS_NULL(onebloom_create_with(NULL, &out));
    IS_NULL(onebloom_create_with(options, NULL));
    IS_NULL(onebloom_plan_json(NULL, buf, sizeof buf, &needed));
    IS_NULL(onebloom_open(NULL, 3, "r", 1, &out));
    IS_NULL(onebloom_open("x", 1, NULL, 1, &out));
    IS_NULL(onebloom_open("x", 1, "r", 1, NULL));
    IS_NULL(onebloom_load(NULL, 1, &out));
    IS_NULL(onebloom_load("x", 1, NULL));
    IS_NULL(onebloom_from_bytes(NULL, 1, &out));
    IS_NULL(onebloom_from_bytes(image.data, image.len, NULL));
    IS_NULL(onebloom_open_parts(NULL, &one, 1, &out));
    IS_NULL(onebloom_open_parts(&key, NULL, 1, &out));
    IS_NULL(onebloom_open_parts(&key, &one, 1, NULL));
    CODE(onebloom_from_bytes(NULL, 0, &out), ONEBLOOM_NOT_A_FILTER);
    CHECK(onebloom_open_parts(NULL, NULL, 0, &out) != ONEBLOOM_OK);
    CHECK(onebloom_open(NULL, 0, "r", 1, &out) != ONEBLOOM_OK);
    CODE(onebloom_options_set_i64(options, NULL, 0, 1), ONEBLOOM_INVALID_ARGUMENT);
    CHECK(out == NULL);
    OK(onebloom_error_at(0, NULL, NULL));
    onebloom_options_free(options);
    onebloom_free(f);
    free(image.data);
}

static void arrays(void) {
    onebloom_filter *f = make(1000, 1e-6);
    const uint8_t *keys[4] = {(const uint8_t *)"a", NULL, NULL, (const uint8_t *)"d"};
    size_t lens[4] = {1, 0, 3, 1};
    int64_t falling[4] = {0, 2, 1, 3}, negative[2] = {-1, 1}, empty[3] = {0, 0, 0};
    uint64_t added = 77;
    uint8_t answers[4] = {7, 7, 7, 7};
    /* arrays of nothing */
    OK(onebloom_add_many(f, NULL, NULL, 0, &added));
    CHECK(added == 0);
    OK(onebloom_add_packed(f, NULL, NULL, 0, &added));
    OK(onebloom_add_many_i64(f, NULL, 0, NULL));
    OK(onebloom_contains_many(f, NULL, NULL, 0, NULL));
    OK(onebloom_contains_packed(f, NULL, NULL, 0, NULL));
    OK(onebloom_contains_many_u64(f, NULL, 0, NULL));
    /* a bad key stops it: those before it are in, and the message says how many */
    added = 77;
    CODE(onebloom_add_many(f, keys, lens, 4, &added), ONEBLOOM_NULL_POINTER);
    TEXT(onebloom_last_error(), "key 2");
    TEXT(onebloom_last_error(), "the 2 before it");
    CHECK(added == 77);
    CHECK(onebloom_contains(f, "a", 1) == 1 && onebloom_contains(f, "", 0) == 1 && onebloom_contains(f, "d", 1) == 0);
    CODE(onebloom_contains_many(f, keys, lens, 4, answers), ONEBLOOM_NULL_POINTER);
    OK(onebloom_contains_many(f, keys, lens, 2, answers));
    CHECK(answers[0] == 1 && answers[1] == 1 && answers[2] == 7);
    CODE(onebloom_contains_many(f, keys, lens, 2, NULL), ONEBLOOM_NULL_POINTER);
    CODE(onebloom_add_many(f, NULL, lens, 2, NULL), ONEBLOOM_NULL_POINTER);
    CODE(onebloom_add_many(f, keys, NULL, 2, NULL), ONEBLOOM_NULL_POINTER);
    CODE(onebloom_add_packed(f, (const uint8_t *)"abc", NULL, 2, NULL), ONEBLOOM_NULL_POINTER);
    CODE(onebloom_add_packed(f, NULL, falling, 1, NULL), ONEBLOOM_NULL_POINTER);
    CODE(onebloom_add_packed(f, (const uint8_t *)"abc", falling, 3, NULL), ONEBLOOM_INVALID_ARGUMENT);
    TEXT(onebloom_last_error(), "key 1");
    CHECK(onebloom_contains(f, "ab", 2) == 1);
    CODE(onebloom_add_packed(f, (const uint8_t *)"abc", negative, 1, NULL), ONEBLOOM_INVALID_ARGUMENT);
    OK(onebloom_contains_packed(f, NULL, empty, 2, answers));
    CHECK(answers[0] == 1 && answers[1] == 1);
    CODE(onebloom_add_many_i64(f, NULL, 1, NULL), ONEBLOOM_NULL_POINTER);
    CODE(onebloom_add_many_hash(f, NULL, 1, NULL), ONEBLOOM_NULL_POINTER);
    onebloom_free(f);
}

static void lengths(void) {
    onebloom_filter *f = make(1000, 1e-6), *out = NOWHERE;
    onebloom_options *options = NULL;
    const uint8_t *key = (const uint8_t *)"k";
    size_t huge = SIZE_MAX;
    int64_t number = 1, offsets[2] = {0, INT64_MAX};
    uint64_t unsigned_number = 1, cells[64];
    uint8_t bytes[64];
    size_t needed;
#define TOO_LONG(call) CODE(call, ONEBLOOM_OUT_OF_RANGE)
    OK(onebloom_options_new(&options));
    TOO_LONG(onebloom_add(f, "k", SIZE_MAX, NULL));
    TOO_LONG(onebloom_add(f, "k", SIZE_MAX / 2 + 1, NULL));
    TOO_LONG(-onebloom_contains(f, "k", SIZE_MAX));
    TOO_LONG(onebloom_remove(f, "k", SIZE_MAX, NULL));
    TOO_LONG(onebloom_positions(f, "k", SIZE_MAX, cells, 64, &needed));
    TOO_LONG(onebloom_add_many(f, &key, &huge, 1, NULL));
    TOO_LONG(onebloom_add_many(f, &key, &huge, SIZE_MAX, NULL));
    TOO_LONG(onebloom_add_many_i64(f, &number, SIZE_MAX, NULL));
    TOO_LONG(onebloom_add_many_u64(f, &unsigned_number, SIZE_MAX / 8 + 1, NULL));
    TOO_LONG(onebloom_add_many_hash(f, &unsigned_number, SIZE_MAX, NULL));
    TOO_LONG(onebloom_add_packed(f, key, offsets, SIZE_MAX, NULL));
    TOO_LONG(onebloom_contains_many(f, &key, &huge, 1, bytes));
    TOO_LONG(onebloom_contains_many(f, &key, &huge, SIZE_MAX, bytes));
    TOO_LONG(onebloom_contains_packed(f, key, offsets, SIZE_MAX, bytes));
    TOO_LONG(onebloom_contains_many_i64(f, &number, SIZE_MAX, bytes));
    TOO_LONG(onebloom_contains_many_hash(f, &unsigned_number, SIZE_MAX, bytes));
    TOO_LONG(onebloom_open("x", SIZE_MAX, "r", 1, &out));
    TOO_LONG(onebloom_open("x", 1, "r", SIZE_MAX, &out));
    TOO_LONG(onebloom_load("x", SIZE_MAX, &out));
    TOO_LONG(onebloom_save(f, "x", SIZE_MAX));
    TOO_LONG(onebloom_replace(f, "x", SIZE_MAX));
    TOO_LONG(onebloom_from_bytes(bytes, SIZE_MAX, &out));
    TOO_LONG(onebloom_open_parts(&key, &huge, 1, &out));
    TOO_LONG(onebloom_open_parts(&key, &huge, SIZE_MAX, &out));
    TOO_LONG(onebloom_options_set_i64(options, "seed", SIZE_MAX, 1));
    TOO_LONG(onebloom_options_set_text(options, "kind", 4, "classic", SIZE_MAX));
    CHECK(out == NULL);
    /* a room that is larger than anything needs no check: only what is needed is written */
    OK(onebloom_positions(f, "k", 1, cells, SIZE_MAX, &needed));
    onebloom_options_free(options);
    onebloom_free(f);
}

static void alignment(void) {
    onebloom_filter *f = make(1000, 1e-6);
    union {
        uint64_t align;
        uint8_t bytes[64];
    } room;
    memset(&room, 0, sizeof room);
    CODE(onebloom_add_many_i64(f, (const int64_t *)(void *)(room.bytes + 1), 2, NULL), ONEBLOOM_INVALID_ARGUMENT);
    TEXT(onebloom_last_error(), "aligned");
    CODE(onebloom_positions(f, "k", 1, (uint64_t *)(void *)(room.bytes + 4), 3, NULL), ONEBLOOM_INVALID_ARGUMENT);
    CODE(onebloom_plan((const onebloom_params *)(void *)(room.bytes + 1), NULL), ONEBLOOM_NULL_POINTER);
    CODE(onebloom_clear((onebloom_filter *)(void *)(room.bytes + 1)), ONEBLOOM_INVALID_ARGUMENT);
    onebloom_free(f);
}

/* Programs that are older or newer than the library. */
static void struct_sizes(void) {
    struct {
        onebloom_params known;
        uint64_t later[4];
    } newer;
    struct {
        size_t struct_size;
        uint64_t capacity;
        double fpp;
        unsigned char guard[sizeof(onebloom_params)];
    } older;
    struct {
        onebloom_filter_stats known;
        uint64_t later[4];
    } newer_stats;
    union {
        onebloom_filter_stats whole;
        unsigned char bytes[sizeof(onebloom_filter_stats)];
    } older_stats;
    onebloom_params params;
    onebloom_size_plan plan;
    onebloom_filter *f = NULL;
    size_t i;

    /* an older program's params end behind fpp; what lies there is not read */
    memset(&older, 0xee, sizeof older);
    older.struct_size = 24;
    older.capacity = 1000;
    older.fpp = 0.01;
    OK(onebloom_create((const onebloom_params *)(void *)&older, &f));
    onebloom_free(f);
    memset(&older, 0xee, sizeof older);
    OK(onebloom_params_init((onebloom_params *)(void *)&older, 24));
    CHECK(older.struct_size == 24 && older.capacity == 0 && older.fpp == 0.01);
    for (i = 0; i < sizeof older.guard; i++) {
        if (older.guard[i] != 0xee) {
            break;
        }
    }
    CHECK(i == sizeof older.guard);

    /* a newer program's params are longer: fine while the rest is 0 */
    memset(&newer, 0xff, sizeof newer);
    OK(onebloom_params_init((onebloom_params *)(void *)&newer, sizeof newer));
    CHECK(newer.known.struct_size == sizeof newer && newer.later[0] == 0 && newer.later[3] == 0);
    newer.known.capacity = 1000;
    OK(onebloom_create((const onebloom_params *)(void *)&newer, &f));
    newer.later[2] = 1;
    onebloom_free(f);
    f = NOWHERE;
    CODE(onebloom_create((const onebloom_params *)(void *)&newer, &f), ONEBLOOM_UNSUPPORTED);
    TEXT(onebloom_last_error(), "newer");
    CHECK(f == NULL);

    /* never set */
    OK(onebloom_params_init(&params, sizeof params));
    params.capacity = 1000;
    params.struct_size = 0;
    CODE(onebloom_create(&params, &f), ONEBLOOM_INVALID_ARGUMENT);
    TEXT(onebloom_last_error(), "struct_size");
    params.struct_size = 23;
    CODE(onebloom_create(&params, &f), ONEBLOOM_INVALID_ARGUMENT);
    params.struct_size = SIZE_MAX;
    CODE(onebloom_create(&params, &f), ONEBLOOM_INVALID_ARGUMENT);
    CODE(onebloom_params_init(&params, 0), ONEBLOOM_INVALID_ARGUMENT);
    CODE(onebloom_params_init(&params, SIZE_MAX), ONEBLOOM_INVALID_ARGUMENT);
    OK(onebloom_params_init(&params, sizeof params));
    params.capacity = 1000;
    OK(onebloom_create(&params, &f));
    plan.struct_size = 0;
    CODE(onebloom_plan(&params, &plan), ONEBLOOM_INVALID_ARGUMENT);

    /* results: as much as both sides know */
    memset(&newer_stats, 0xff, sizeof newer_stats);
    newer_stats.known.struct_size = sizeof newer_stats;
    OK(onebloom_stats(f, false, (onebloom_filter_stats *)(void *)&newer_stats));
    CHECK(newer_stats.known.struct_size == sizeof newer_stats);
    CHECK(newer_stats.known.capacity == 1000 && newer_stats.later[0] == 0 && newer_stats.later[3] == 0);
    memset(&older_stats, 0xee, sizeof older_stats);
    older_stats.whole.struct_size = 16;
    OK(onebloom_stats(f, false, &older_stats.whole));
    CHECK(older_stats.whole.struct_size == 16 && older_stats.whole.capacity == 1000);
    CHECK(older_stats.bytes[16] == 0xee && older_stats.bytes[sizeof older_stats - 1] == 0xee);
    older_stats.whole.struct_size = 3;
    CODE(onebloom_stats(f, false, &older_stats.whole), ONEBLOOM_INVALID_ARGUMENT);
    onebloom_free(f);
}

static void rooms(void) {
    onebloom_filter *f = make(1000, 0.01);
    char buf[512];
    size_t needed = 0;
    block image = to_bytes(f);
    unsigned char *small;
    CHECK(image.len == 1344);
    small = (unsigned char *)malloc(image.len - 1);
    memset(small, 0xee, image.len - 1);
    CODE(onebloom_to_bytes(f, small, image.len - 1, &needed), ONEBLOOM_OUT_OF_RANGE);
    TEXT(onebloom_last_error(), "1344");
    CHECK(needed == 1344 && small[0] == 0xee);
    CODE(onebloom_to_bytes(f, small, 0, &needed), ONEBLOOM_OUT_OF_RANGE);
    OK(onebloom_summary(f, NULL, 0, &needed));
    CODE(onebloom_summary(f, buf, needed - 1, NULL), ONEBLOOM_OUT_OF_RANGE);
    OK(onebloom_summary(f, buf, needed, NULL));
    free(small);
    free(image.data);
    onebloom_free(f);
}

static void utf8(void) {
    onebloom_options *options = NULL;
    onebloom_params params;
    onebloom_filter *f = NULL;
    OK(onebloom_options_new(&options));
    CODE(onebloom_options_set_i64(options, "\xff", 1, 1), ONEBLOOM_INVALID_ARGUMENT);
    TEXT(onebloom_last_error(), "UTF-8");
    CODE(onebloom_options_set_text(options, "kind", 4, "\xc3", 1), ONEBLOOM_INVALID_ARGUMENT);
    CODE(onebloom_open("x", 1, "\xff", 1, &f), ONEBLOOM_INVALID_ARGUMENT);
    OK(onebloom_params_init(&params, sizeof params));
    params.capacity = 10;
    params.scheme = "\xff\xfe";
    CODE(onebloom_create(&params, &f), ONEBLOOM_INVALID_ARGUMENT);
    /* a path need not be UTF-8 */
    CODE(onebloom_load("/nowhere/\xff", 10, &f), ONEBLOOM_NOT_FOUND);
    onebloom_options_free(options);
}

int main(void) {
    RUN(b110);
    RUN(no_filter);
    RUN(no_place);
    RUN(arrays);
    RUN(lengths);
    RUN(alignment);
    RUN(struct_sizes);
    RUN(rooms);
    RUN(utf8);
    return report("nulls");
}
