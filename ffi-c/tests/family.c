/* tests/family.tsv: every verb over every kind, arrangement and scheme, which travel by name. */
#define _POSIX_C_SOURCE 200809L
#include "cases.h"

enum { N = 300, OTHERS = 1000 };
#define NOW INT64_C(1767225600000)

static int is(const char *text, const char *wanted) { return strcmp(text, wanted) == 0; }

static onebloom_filter *fresh(const char *options, int rotating, long from) {
    onebloom_filter *f = NULL;
    if (create_case(options, &f) != ONEBLOOM_OK) {
        die(options);
    }
    if (rotating) {
        OK(onebloom_set_now(f, true, NOW));
    }
    OK(add_users(f, from, from + N - 1));
    return f;
}

/* How many of user:from to user:from+n-1 are maybe in. */
static int maybe(const onebloom_filter *f, int from, int n) {
    int i, count = 0;
    for (i = from; i < from + n; i++) {
        char key[32];
        count += onebloom_contains(f, key, (size_t)snprintf(key, sizeof key, "user:%d", i)) == 1;
    }
    return count;
}

static int equals(const onebloom_filter *a, const onebloom_filter *b) {
    bool equal = false;
    return OK(onebloom_equals(a, b, &equal)) && equal;
}

static void keys(onebloom_filter *f) {
    const int64_t numbers[2] = {7, -7};
    uint8_t answers[2] = {9, 9};
    uint64_t cells[64];
    onebloom_section_stats last;
    bool added = true;
    size_t n = 0, section = 0;
    last.struct_size = sizeof last;
    CHECK(maybe(f, 0, N) == N);
    CHECK(maybe(f, N, OTHERS) < OTHERS / 20);
    OK(onebloom_add(f, "user:0", 6, &added));
    CHECK(!added);
    OK(onebloom_add_many_i64(f, numbers, 2, NULL));
    OK(onebloom_contains_many_i64(f, numbers, 2, answers));
    CHECK(answers[0] == 1 && answers[1] == 1 && onebloom_contains(f, "-7", 2) == 1);
    OK(onebloom_positions(f, "user:0", 6, cells, 64, &n));
    OK(onebloom_section_of(f, "user:0", 6, &section));
    OK(onebloom_stats_section(f, section, &last));
    CHECK(n > 0 && n <= last.k);
}

static void described(const onebloom_filter *f, char **row) {
    onebloom_filter_stats s;
    size_t count = 0;
    s.struct_size = sizeof s;
    OK(onebloom_stats(f, true, &s));
    OK(onebloom_section_count(f, &count));
    CHECK(is(s.kind, row[1]) && is(s.scheme, row[2]) && is(s.arrangement, row[3]));
    CHECK(s.section_count == (uint32_t)atoi(row[4]) && count == s.section_count);
    CHECK(s.items > N / 2 && s.fill_ratio > 0 && s.expected_fpp < 0.1 && !s.sealed && !s.read_only);
}

/* Bytes, parts and files, all the same filter. */
static void written(const onebloom_filter *f, int rotating) {
    const char *path = join("%s/family.bloom", scratch());
    onebloom_filter *again = NULL;
    size_t count = 0, i, at = 0, needed = 0, section = 99, lens[8];
    const uint8_t *parts[8];
    block image = to_bytes(f);
    bool flag = false;
    OK(onebloom_from_bytes(image.data, image.len, &again));
    CHECK(equals(f, again));
    OK(onebloom_verify(again, &flag));
    CHECK(flag);
    onebloom_free(again);
    OK(onebloom_section_count(f, &count));
    CHECK(count <= 8);
    for (i = 0; i < count; i++) {
        uint8_t *part;
        OK(onebloom_part(f, i, NULL, 0, &needed));
        part = (uint8_t *)malloc(needed);
        OK(onebloom_part(f, i, part, needed, &needed));
        CHECK(at + needed <= image.len && memcmp(part, image.data + at, needed) == 0);
        at += needed;
        parts[i] = part;
        lens[i] = needed;
    }
    CHECK(at == image.len);
    CODE(onebloom_part(f, count, NULL, 0, &needed), ONEBLOOM_OUT_OF_RANGE);
    OK(onebloom_open_parts(parts, lens, count, &again));
    CHECK(equals(f, again));
    onebloom_free(again);
    for (i = 0; i < count; i++) {
        free((void *)(size_t)parts[i]);
    }
    OK(onebloom_section_of(f, "user:1", 6, &section));
    CHECK(section < count);

    OK(onebloom_save(f, path, strlen(path)));
    OK(onebloom_open(path, strlen(path), "r+", 2, &again));
    if (rotating) {
        OK(onebloom_set_now(again, true, NOW));
    }
    CHECK(equals(f, again) && maybe(again, 0, N) == N);
    OK(onebloom_add(again, "more", 4, NULL));
    CHECK(onebloom_contains(again, "more", 4) == 1);
    OK(onebloom_flush(again));
    onebloom_free(again);
    OK(onebloom_load(path, strlen(path), &again));
    if (rotating) {
        OK(onebloom_set_now(again, true, NOW));
    }
    CHECK(onebloom_contains(again, "more", 4) == 1 && maybe(again, 0, N) == N);
    onebloom_free(again);
    free(image.data);
    remove(path);
}

static void whole(const onebloom_filter *f, const char *options, int rotating) {
    onebloom_filter *copy = NULL, *other = fresh(options, rotating, N);
    OK(onebloom_copy(f, &copy));
    CHECK(equals(f, copy));
    OK(onebloom_merge(copy, other));
    CHECK(maybe(copy, 0, 2 * N) == 2 * N && maybe(f, N, N) < N / 10);
    if (rotating) {
        OK(onebloom_set_now(copy, true, NOW + 2 * 60000));
        CHECK(maybe(copy, 0, N) == N);
        OK(onebloom_set_now(copy, true, NOW + 3 * 60000));
        CHECK(maybe(copy, 0, N) == 0);
        OK(onebloom_set_now(copy, true, NOW));
    }
    OK(onebloom_clear(copy));
    CHECK(maybe(copy, 0, 2 * N) == 0);
    onebloom_free(copy);
    onebloom_free(other);
}

static void removes(onebloom_filter *f, int can) {
    bool removed = false;
    if (can) {
        OK(onebloom_remove(f, "user:3", 6, &removed));
        CHECK(removed && maybe(f, 0, N) >= N - 1);
        OK(onebloom_add(f, "user:3", 6, NULL));
    } else {
        CODE(onebloom_remove(f, "user:3", 6, &removed), ONEBLOOM_UNSUPPORTED);
    }
    CHECK(maybe(f, 0, N) == N);
}

static void to_classic(const onebloom_filter *f, int counting) {
    onebloom_filter *classic = NULL;
    if (!counting) {
        CODE(onebloom_to_classic(f, &classic), ONEBLOOM_UNSUPPORTED);
    } else if (OK(onebloom_to_classic(f, &classic))) {
        onebloom_filter_stats s;
        s.struct_size = sizeof s;
        OK(onebloom_stats(classic, true, &s));
        CHECK(is(s.kind, "classic"));
        CHECK(maybe(classic, N, OTHERS) == maybe(f, N, OTHERS));
        onebloom_free(classic);
    }
}

/* The body out, and in again by m, k and the names. */
static void bits(const onebloom_filter *f, char **row) {
    onebloom_filter_stats s;
    onebloom_options *options = NULL;
    onebloom_filter *again = NULL;
    size_t len = 0;
    uint8_t *body;
    if (is(row[6], "-")) {
        CODE(onebloom_to_bits(f, "lsb", 3, NULL, 0, &len), ONEBLOOM_UNSUPPORTED);
        return;
    }
    s.struct_size = sizeof s;
    OK(onebloom_stats(f, true, &s));
    OK(onebloom_to_bits(f, row[6], 3, NULL, 0, &len));
    body = (uint8_t *)malloc(len);
    OK(onebloom_to_bits(f, row[6], 3, body, len, &len));
    OK(onebloom_options_new(&options));
    OK(onebloom_options_set_text(options, "kind", 4, row[1], strlen(row[1])));
    OK(onebloom_options_set_text(options, "scheme", 6, row[2], strlen(row[2])));
    OK(onebloom_options_set_text(options, "bits", 4, row[6], 3));
    OK(onebloom_options_set_u64(options, "seed", 4, s.seed));
    OK(onebloom_options_set_u64(options, "m", 1, s.m));
    OK(onebloom_options_set_u64(options, "k", 1, s.k));
    OK(onebloom_from_bits(body, len, options, &again));
    CHECK(maybe(again, 0, N + OTHERS) == maybe(f, 0, N + OTHERS));
    onebloom_free(again);
    onebloom_options_free(options);
    free(body);
}

static void family(void) {
    block file = read_file(join("%s/../family.tsv", vectors()));
    char *at = (char *)file.data, *row[7];
    int rows = 0;
    while (next_row(&at, row, 7) == 7) {
        int failed = checks_failed, rotating = is(row[3], "rotating");
        onebloom_filter *f = fresh(row[0], rotating, 0);
        described(f, row);
        keys(f);
        written(f, rotating);
        whole(f, row[0], rotating);
        removes(f, is(row[5], "yes"));
        to_classic(f, is(row[1], "counting"));
        bits(f, row);
        onebloom_free(f);
        if (checks_failed != failed) {
            fprintf(stderr, "  of the filter %s\n", row[0]);
        }
        rows++;
    }
    CHECK(rows == 74);
    free(file.data);
}

int main(void) {
    RUN(family);
    return report("family");
}
