/* Every function once, as it is meant to be used. */
#include "check.h"

static void versions(void) {
    CHECK(onebloom_abi_version() == ONEBLOOM_ABI_VERSION);
    CHECK(onebloom_abi_version() >> 16 == 0);
    TEXT(onebloom_version(), ".");
}

static void one_key(void) {
    onebloom_filter *f = make(1000, 1e-6);
    bool added = false;
    CHECK(onebloom_contains(f, "alice", 5) == 0);
    OK(onebloom_add(f, "alice", 5, &added));
    CHECK(added);
    OK(onebloom_add(f, "alice", 5, &added));
    CHECK(!added);
    OK(onebloom_add(f, "bob", 3, NULL));
    CHECK(onebloom_contains(f, "alice", 5) == 1);
    CHECK(onebloom_contains(f, "bob", 3) == 1);
    CHECK(onebloom_contains(f, "carol", 5) == 0);
    CHECK(onebloom_contains(f, "alice\0", 6) == 0);
    onebloom_free(f);
}

static void integers(void) {
    onebloom_filter *f = make(1000, 1e-9);
    bool added = false;
    OK(onebloom_add_i64(f, 42, &added));
    CHECK(added);
    OK(onebloom_add_u64(f, 42, &added));
    CHECK(!added);
    CHECK(onebloom_contains(f, "42", 2) == 1);
    CHECK(onebloom_contains_i64(f, 42) == 1);
    CHECK(onebloom_contains_u64(f, 42) == 1);
    CHECK(onebloom_contains_i64(f, -42) == 0);
    OK(onebloom_add_i64(f, INT64_MIN, NULL));
    CHECK(onebloom_contains(f, "-9223372036854775808", 20) == 1);
    OK(onebloom_add_u64(f, UINT64_MAX, NULL));
    CHECK(onebloom_contains(f, "18446744073709551615", 20) == 1);
    CHECK(onebloom_contains_i64(f, -1) == 0);
    onebloom_free(f);
}

static void hashes(void) {
    /* XXH3-64 of "foo" with seed 0 */
    const uint64_t foo = UINT64_C(0xab6e5f64077e7d8a);
    onebloom_filter *f = make(1000, 1e-9);
    uint64_t pair[2], added = 9;
    uint8_t answers[2] = {9, 9};
    bool one = false;
    pair[0] = foo;
    pair[1] = foo ^ 1;
    CHECK(onebloom_takes_ready_hash(f) == 1);
    OK(onebloom_add_hash(f, foo, &one));
    CHECK(one);
    CHECK(onebloom_contains(f, "foo", 3) == 1);
    CHECK(onebloom_contains_hash(f, foo) == 1);
    CHECK(onebloom_contains_hash(f, ~foo) == 0);
    OK(onebloom_contains_many_hash(f, pair, 2, answers));
    CHECK(answers[0] == 1);
    OK(onebloom_add_many_hash(f, pair, 2, &added));
    CHECK(added <= 1);
    CHECK(onebloom_contains_hash(f, foo ^ 1) == 1);
    onebloom_free(f);
}

static void many(void) {
    enum { N = 1000 };
    static char text[N][16];
    static const uint8_t *keys[N];
    static size_t lens[N];
    static int64_t offsets[N + 1], numbers[N];
    static uint64_t unsigned_numbers[N];
    static char block_of_keys[N * 16];
    static uint8_t answers[N];
    onebloom_filter *apart = make(N, 1e-6), *packed = make(N, 1e-6), *by_one = make(N, 1e-6), *f;
    uint64_t added = 0, count;
    bool equal = false;
    int i;
    for (i = 0; i < N; i++) {
        lens[i] = (size_t)snprintf(text[i], sizeof text[i], "key-%d", i);
        keys[i] = (const uint8_t *)text[i];
        memcpy(block_of_keys + offsets[i], text[i], lens[i]);
        offsets[i + 1] = offsets[i] + (int64_t)lens[i];
        numbers[i] = i - N / 2;
        unsigned_numbers[i] = UINT64_MAX - (uint64_t)i;
        OK(onebloom_add(by_one, keys[i], lens[i], NULL));
    }
    OK(onebloom_add_many(apart, keys, lens, N, &added));
    CHECK(added > N - 10 && added <= N);
    count = added;
    OK(onebloom_add_packed(packed, (const uint8_t *)block_of_keys, offsets, N, &added));
    CHECK(added == count);
    OK(onebloom_equals(apart, packed, &equal));
    CHECK(equal);
    OK(onebloom_equals(apart, by_one, &equal));
    CHECK(equal);
    OK(onebloom_contains_many(apart, keys, lens, N, answers));
    for (i = 0; i < N; i++) {
        CHECK(answers[i] == 1);
    }
    OK(onebloom_contains_packed(apart, (const uint8_t *)block_of_keys, offsets, N, answers));
    CHECK(memchr(answers, 0, N) == NULL);
    /* a slice of a larger block: the first offset is not 0 */
    OK(onebloom_contains_packed(apart, (const uint8_t *)block_of_keys, offsets + 300, N - 300, answers));
    CHECK(memchr(answers, 0, N - 300) == NULL);
    OK(onebloom_contains_many_i64(apart, numbers, N, answers));
    CHECK(memchr(answers, 1, N) == NULL);
    OK(onebloom_add_many(apart, keys, lens, N, NULL));
    f = make(2 * N, 1e-6);
    OK(onebloom_add_many_i64(f, numbers, N, &added));
    CHECK(added > N - 10);
    OK(onebloom_add_many_u64(f, unsigned_numbers, N, &added));
    OK(onebloom_contains_many_i64(f, numbers, N, answers));
    CHECK(memchr(answers, 0, N) == NULL);
    OK(onebloom_contains_many_u64(f, unsigned_numbers, N, answers));
    CHECK(memchr(answers, 0, N) == NULL);
    for (i = 0; i < N; i++) {
        CHECK(onebloom_contains_i64(f, numbers[i]) == 1);
    }
    onebloom_free(f);
    onebloom_free(apart);
    onebloom_free(packed);
    onebloom_free(by_one);
}

static void removing(void) {
    onebloom_filter *f = make_kind("counting", 100, 1e-6), *classic = make(100, 0.01);
    bool removed = false;
    OK(onebloom_add(f, "a", 1, NULL));
    OK(onebloom_add_i64(f, -7, NULL));
    OK(onebloom_add_u64(f, 8, NULL));
    OK(onebloom_add_hash(f, UINT64_C(0xab6e5f64077e7d8a), NULL));
    OK(onebloom_remove(f, "b", 1, &removed));
    CHECK(!removed);
    OK(onebloom_remove(f, "a", 1, &removed));
    CHECK(removed);
    CHECK(onebloom_contains(f, "a", 1) == 0);
    OK(onebloom_remove_i64(f, -7, &removed));
    CHECK(removed);
    OK(onebloom_remove_u64(f, 8, &removed));
    CHECK(removed);
    CHECK(onebloom_contains(f, "foo", 3) == 1);
    OK(onebloom_remove_hash(f, UINT64_C(0xab6e5f64077e7d8a), NULL));
    CHECK(onebloom_contains(f, "foo", 3) == 0);
    CODE(onebloom_remove(classic, "a", 1, NULL), ONEBLOOM_UNSUPPORTED);
    TEXT(onebloom_last_error(), "counting");
    onebloom_free(f);
    onebloom_free(classic);
}

static void whole(void) {
    onebloom_filter *a = make(100, 1e-6), *b = make(100, 1e-6), *other = make(5000, 1e-6), *copy = NULL;
    bool equal = true;
    char summary[256];
    size_t needed = 0;
    OK(onebloom_add(a, "a", 1, NULL));
    OK(onebloom_add(b, "b", 1, NULL));
    OK(onebloom_copy(a, &copy));
    OK(onebloom_equals(a, copy, &equal));
    CHECK(equal);
    OK(onebloom_merge(a, b));
    CHECK(onebloom_contains(a, "a", 1) == 1 && onebloom_contains(a, "b", 1) == 1);
    CHECK(onebloom_contains(copy, "b", 1) == 0);
    OK(onebloom_equals(a, copy, &equal));
    CHECK(!equal);
    OK(onebloom_merge(a, a));
    CODE(onebloom_merge(a, other), ONEBLOOM_INCOMPATIBLE);
    CHECK(onebloom_contains(a, "a", 1) == 1);
    OK(onebloom_clear(a));
    CHECK(onebloom_contains(a, "a", 1) == 0);
    OK(onebloom_summary(a, NULL, 0, &needed));
    CHECK(needed > 10 && needed < sizeof summary);
    OK(onebloom_summary(a, summary, sizeof summary, &needed));
    CHECK(strlen(summary) + 1 == needed);
    TEXT(summary, "kind=classic");
    TEXT(summary, "capacity=100");
    OK(onebloom_set_now(a, true, 1));
    OK(onebloom_set_now(a, false, 0));
    CHECK(onebloom_is_mapped(a) == 0);
    CHECK(onebloom_is_read_only(a) == 0);
    OK(onebloom_path(a, summary, sizeof summary, &needed));
    CHECK(needed == 1 && summary[0] == 0);
    onebloom_free(a);
    onebloom_free(b);
    onebloom_free(copy);
    onebloom_free(other);
    onebloom_free(NULL);
}

static void files(void) {
    const char *path = join("%s/api.bloom", scratch());
    size_t len = strlen(path), needed = 0;
    char given[4096];
    onebloom_filter *f = make(1000, 1e-6), *opened = NULL, *loaded = NULL, *shared = NULL;
    bool flag = true;
    block bytes, file;
    OK(onebloom_add(f, "old", 3, NULL));
    OK(onebloom_save(f, path, len));
    bytes = to_bytes(f);
    file = read_file(path);
    CHECK(same(bytes, file));

    OK(onebloom_open(path, len, "r", 1, &opened));
    CHECK(onebloom_is_mapped(opened) == 1);
    CHECK(onebloom_is_read_only(opened) == 1);
    CHECK(onebloom_contains(opened, "old", 3) == 1);
    CODE(onebloom_add(opened, "x", 1, NULL), ONEBLOOM_READ_ONLY);
    CODE(onebloom_clear(opened), ONEBLOOM_READ_ONLY);
    OK(onebloom_verify(opened, &flag));
    CHECK(flag);
    OK(onebloom_path(opened, given, sizeof given, &needed));
    CHECK(strcmp(given, path) == 0 && needed == len + 1);

    OK(onebloom_load(path, len, &loaded));
    CHECK(onebloom_is_mapped(loaded) == 0);
    CHECK(onebloom_contains(loaded, "old", 3) == 1);
    OK(onebloom_add(loaded, "new", 3, NULL));

    OK(onebloom_is_stale(opened, &flag));
    CHECK(!flag);
    OK(onebloom_reload(opened, &flag));
    CHECK(!flag);
    OK(onebloom_replace(loaded, path, len));
    OK(onebloom_is_stale(opened, &flag));
    CHECK(flag);
    CHECK(onebloom_contains(opened, "new", 3) == 0);
    OK(onebloom_reload(opened, &flag));
    CHECK(flag);
    CHECK(onebloom_contains(opened, "new", 3) == 1);
    OK(onebloom_reload(opened, NULL));
    onebloom_free(opened);

    OK(onebloom_open(path, len, "r+", 2, &shared));
    CHECK(onebloom_is_read_only(shared) == 0);
    OK(onebloom_add(shared, "third", 5, NULL));
    OK(onebloom_flush(shared));
    CODE(onebloom_save(f, path, len), ONEBLOOM_LOCKED);
    onebloom_free(shared);
    OK(onebloom_open(path, len, NULL, 0, &opened));
    CHECK(onebloom_contains(opened, "third", 5) == 1);
    OK(onebloom_verify(opened, &flag));
    CHECK(!flag);
    OK(onebloom_verify(opened, NULL));
    onebloom_free(opened);
    onebloom_free(loaded);
    OK(onebloom_from_bytes(bytes.data, bytes.len, &loaded));
    OK(onebloom_equals(loaded, f, &flag));
    CHECK(flag);
    onebloom_free(loaded);
    free(bytes.data);
    free(file.data);
    onebloom_free(f);
    remove(path);
}

static void parts(void) {
    onebloom_params params;
    onebloom_filter *f = NULL, *again = NULL;
    block image;
    const uint8_t *sections[3];
    size_t lens[3], i;
    bool equal = false;
    onebloom_params_init(&params, sizeof params);
    params.capacity = 300;
    params.shards = 3;
    OK(onebloom_create(&params, &f));
    OK(onebloom_add(f, "a", 1, NULL));
    image = to_bytes(f);
    for (i = 0; i < 3; i++) {
        lens[i] = image.len / 3;
        sections[i] = image.data + i * lens[i];
    }
    OK(onebloom_open_parts(sections, lens, 3, &again));
    OK(onebloom_equals(f, again, &equal));
    CHECK(equal);
    onebloom_free(again);
    CODE(onebloom_open_parts(sections, lens, 2, &again), ONEBLOOM_INCOMPLETE);
    free(image.data);
    onebloom_free(f);
}

static void stats(void) {
    onebloom_filter *f = make(1000, 0.01);
    onebloom_filter_stats s;
    onebloom_section_stats section;
    char json[4096];
    size_t needed = 0;
    int i;
    for (i = 0; i < 900; i++) {
        OK(onebloom_add_i64(f, i, NULL));
    }
    memset(&s, 0xff, sizeof s);
    s.struct_size = sizeof s;
    OK(onebloom_stats(f, true, &s));
    CHECK(s.struct_size == sizeof s);
    CHECK(s.capacity == 1000 && s.m == 9728 && s.k == 7 && s.seed == 0 && s.section_count == 1);
    CHECK(s.fpp > 0.0099 && s.fpp < 0.0101);
    CHECK(s.items > 880 && s.items <= 900);
    CHECK(s.estimated_items > 850 && s.estimated_items < 950);
    CHECK(s.load > 0.88 && s.load <= 0.9);
    CHECK(s.fill_ratio > 0.4 && s.fill_ratio < 0.55);
    CHECK(s.expected_fpp > 0.001 && s.expected_fpp < 0.01);
    CHECK(s.bytes == 1344 && s.generation == 0);
    CHECK(!s.mapped && !s.read_only);
    CHECK(strcmp(s.kind, "classic") == 0 && strcmp(s.scheme, "xxh3") == 0);
    CHECK(strcmp(s.arrangement, "single") == 0 && strcmp(s.status, "warn") == 0);
    section.struct_size = sizeof section;
    OK(onebloom_stats_section(f, 0, &section));
    CHECK(section.m == 9728 && section.items == s.items && section.capacity == 1000);
    CODE(onebloom_stats_section(f, 1, &section), ONEBLOOM_OUT_OF_RANGE);
    OK(onebloom_stats_json(f, true, json, sizeof json, &needed));
    CHECK(json[0] == '{' && strlen(json) + 1 == needed);
    TEXT(json, "\"capacity\":1000");
    TEXT(json, "\"sections\":[");
    onebloom_free(f);
}

static void positions(void) {
    onebloom_filter *f = make(1000, 0.01);
    uint64_t cells[64];
    size_t needed = 0, i;
    block image;
    OK(onebloom_positions(f, "a", 1, NULL, 0, &needed));
    CHECK(needed == 7);
    CODE(onebloom_positions(f, "a", 1, cells, 6, &needed), ONEBLOOM_OUT_OF_RANGE);
    CHECK(needed == 7);
    OK(onebloom_positions(f, "a", 1, cells, 64, NULL));
    OK(onebloom_add(f, "a", 1, NULL));
    image = to_bytes(f);
    for (i = 0; i < 7; i++) {
        CHECK(cells[i] < 9728);
        CHECK(image.data[128 + (cells[i] >> 3)] & (0x80 >> (cells[i] & 7)));
    }
    free(image.data);
    onebloom_free(f);
}

static void options_and_plan(void) {
    onebloom_options *options = NULL;
    onebloom_params params;
    onebloom_size_plan plan;
    onebloom_filter *f = NULL;
    char json[1024];
    size_t needed;
    OK(onebloom_options_new(&options));
    OK(onebloom_options_set_i64(options, "capacity", 8, 1000));
    OK(onebloom_options_set_f64(options, "fpp", 3, 0.001));
    OK(onebloom_options_set_text(options, "kind", 4, "classic", 7));
    OK(onebloom_options_set_text(options, "scheme", 6, "xxh64", 5));
    OK(onebloom_options_set_u64(options, "seed", 4, UINT64_MAX));
    OK(onebloom_create_with(options, &f));
    OK(onebloom_summary(f, json, sizeof json, NULL));
    TEXT(json, "m=14848");
    OK(onebloom_plan_json(options, json, sizeof json, &needed));
    TEXT(json, "14848");
    CHECK(strlen(json) + 1 == needed);
    onebloom_free(f);
    onebloom_options_free(options);
    onebloom_options_free(NULL);

    OK(onebloom_params_init(&params, sizeof params));
    CHECK(params.struct_size == sizeof params && params.fpp == 0.01 && params.kind == NULL && params.m == 0);
    params.capacity = 1000;
    memset(&plan, 0xff, sizeof plan);
    plan.struct_size = sizeof plan;
    OK(onebloom_plan(&params, &plan));
    CHECK(plan.m == 9728 && plan.k == 7 && plan.section_count == 1 && plan.bytes == 1344);
    CHECK(plan.bits_per_key > 9.6 && plan.bits_per_key < 11);
    CHECK(plan.rate_multiple[0] == 1 && plan.rate_multiple[1] == 1.5 && plan.rate_multiple[2] == 2);
    CHECK(plan.rate_multiple[3] == 3 && plan.rate[0] <= 0.01 && plan.rate[0] < plan.rate[1]);
    CHECK(plan.rate[1] < plan.rate[2] && plan.rate[2] < plan.rate[3] && plan.rate[3] < 1);
    /* sizes are known without being allocated */
    params.capacity = UINT64_C(1) << 36;
    OK(onebloom_plan(&params, &plan));
    CHECK(plan.m > UINT64_C(1) << 39);
}

int main(void) {
    RUN(versions);
    RUN(one_key);
    RUN(integers);
    RUN(hashes);
    RUN(many);
    RUN(removing);
    RUN(whole);
    RUN(files);
    RUN(parts);
    RUN(stats);
    RUN(positions);
    RUN(options_and_plan);
    return report("api");
}
