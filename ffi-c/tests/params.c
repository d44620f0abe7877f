/* Bad parameters (cases B40, B45, B46, B48, B49): a clear error at creation, and the process lives. */
#include "check.h"

static int32_t create(uint64_t capacity, double fpp, const char *kind, onebloom_filter **f) {
    onebloom_params params;
    onebloom_params_init(&params, sizeof params);
    params.capacity = capacity;
    params.fpp = fpp;
    params.kind = kind;
    return onebloom_create(&params, f);
}

/* The same by names, where the number of keys may be negative. */
static int32_t create_signed(int64_t capacity, double fpp, onebloom_filter **f) {
    onebloom_options *options = NULL;
    int32_t code = onebloom_options_new(&options);
    if (code == ONEBLOOM_OK) {
        code = onebloom_options_set_i64(options, "capacity", 8, capacity);
    }
    if (code == ONEBLOOM_OK) {
        code = onebloom_options_set_f64(options, "fpp", 3, fpp);
    }
    if (code == ONEBLOOM_OK) {
        code = onebloom_create_with(options, f);
    }
    onebloom_options_free(options);
    return code;
}

static void capacities(void) {
    onebloom_filter *f = NULL;
    CODE(create(0, 0.01, NULL, &f), ONEBLOOM_OUT_OF_RANGE);
    TEXT(onebloom_last_error(), "capacity");
    TEXT(onebloom_last_error(), "got 0");
    CODE(create_signed(0, 1e-6, &f), ONEBLOOM_OUT_OF_RANGE);
    CODE(create_signed(-1, 0.01, &f), ONEBLOOM_OUT_OF_RANGE);
    TEXT(onebloom_last_error(), "got -1");
    CODE(create(UINT64_MAX, 0.01, NULL, &f), ONEBLOOM_OUT_OF_RANGE);
    TEXT(onebloom_last_error(), "18446744073709551615");
    /* B49 */
    CODE(create(UINT64_C(1000000000000000000), 0.01, NULL, &f), ONEBLOOM_OUT_OF_RANGE);
    CODE(create(UINT64_C(1) << 62, 0.01, NULL, &f), ONEBLOOM_OUT_OF_RANGE);
    /* 10^12 keys are 1.2 TB: beyond the largest m, or beyond the memory of any machine here */
    {
        int32_t code = create(UINT64_C(1000000000000), 0.01, NULL, &f);
        CHECK(code == ONEBLOOM_OUT_OF_RANGE || code == ONEBLOOM_OUT_OF_MEMORY);
        code = create(UINT64_C(400000000000), 0.01, NULL, &f);
        CHECK(code == ONEBLOOM_OUT_OF_MEMORY || code == ONEBLOOM_OK);
        onebloom_free(f);
        f = NULL;
    }
    /* swapped: fpp where capacity belongs */
    CODE(create((uint64_t)0.01, 1000, NULL, &f), ONEBLOOM_OUT_OF_RANGE);
    CHECK(f == NULL);
}

static void rates(void) {
    const double bad[] = {0.0, -0.0, 1.0, 1.5, 2.0, 5.0, -0.5, 0.51, 0.99, 0.999999, 1e-10, 5e-324};
    onebloom_filter *f = NULL;
    double zero = 0.0;
    size_t i;
    for (i = 0; i < sizeof bad / sizeof *bad; i++) {
        CODE(create(10, bad[i], NULL, &f), ONEBLOOM_OUT_OF_RANGE);
        TEXT(onebloom_last_error(), "fpp");
        CODE(create(10, bad[i], "counting", &f), ONEBLOOM_OUT_OF_RANGE);
        CODE(create(10, bad[i], "blocked", &f), ONEBLOOM_OUT_OF_RANGE);
        CODE(create_signed(10, bad[i], &f), ONEBLOOM_OUT_OF_RANGE);
    }
    CODE(create(10, zero / zero, NULL, &f), ONEBLOOM_OUT_OF_RANGE);
    CODE(create(10, 1 / zero, NULL, &f), ONEBLOOM_OUT_OF_RANGE);
    CODE(create(10, 1e-6, "blocked", &f), ONEBLOOM_OUT_OF_RANGE);
    TEXT(onebloom_last_error(), "classic");
    /* B40: below n / 2^64 no 64-bit hash can promise it */
    CODE(create(UINT64_C(500000000), 1e-12, NULL, &f), ONEBLOOM_OUT_OF_RANGE);
    CHECK(f == NULL);
}

/* B48: the smallest filters are filters. */
static void small(void) {
    uint64_t n;
    for (n = 1; n <= 3; n++) {
        onebloom_filter *f = NULL;
        onebloom_filter_stats stats;
        int i, maybe = 0;
        stats.struct_size = sizeof stats;
        OK(create(n, 0.5, NULL, &f));
        OK(onebloom_add(f, "x", 1, NULL));
        for (i = 0; i < 1000; i++) {
            maybe += onebloom_contains_i64(f, i) != 0;
        }
        CHECK(maybe < 500);
        OK(onebloom_stats(f, true, &stats));
        CHECK(stats.m >= 64 && stats.k >= 1);
        onebloom_free(f);
    }
}

static void names(void) {
    onebloom_filter *f = NULL;
    onebloom_options *options = NULL;
    onebloom_params params;
    CODE(create(10, 0.01, "quotient", &f), ONEBLOOM_INVALID_ARGUMENT);
    TEXT(onebloom_last_error(), "quotient");
    TEXT(onebloom_last_error(), "classic");
    CODE(create(10, 0.01, "", &f), ONEBLOOM_INVALID_ARGUMENT);
    OK(onebloom_params_init(&params, sizeof params));
    params.capacity = 10;
    params.scheme = "md5";
    CODE(onebloom_create(&params, &f), ONEBLOOM_INVALID_ARGUMENT);
    TEXT(onebloom_last_error(), "md5");
    params.scheme = NULL;
    params.growth = 2;
    params.shards = 2;
    CODE(onebloom_create(&params, &f), ONEBLOOM_INVALID_ARGUMENT);
    params.growth = 17;
    CODE(onebloom_create(&params, &f), ONEBLOOM_OUT_OF_RANGE);
    TEXT(onebloom_last_error(), "growth");
    params.growth = 0;
    params.shards = 0;
    params.period = 60;
    CODE(onebloom_create(&params, &f), ONEBLOOM_INVALID_ARGUMENT);
    TEXT(onebloom_last_error(), "keep");
    params.period = 0;
    params.k = 7;
    CODE(onebloom_create(&params, &f), ONEBLOOM_INVALID_ARGUMENT);
    params.m = UINT64_C(1) << 43;
    CODE(onebloom_create(&params, &f), ONEBLOOM_OUT_OF_RANGE);
    params.m = 1000;
    params.capacity = 0;
    OK(onebloom_create(&params, &f));
    onebloom_free(f);
    f = NULL;

    OK(onebloom_options_new(&options));
    CODE(onebloom_options_set_i64(options, "size", 4, 1), ONEBLOOM_INVALID_ARGUMENT);
    TEXT(onebloom_last_error(), "size");
    TEXT(onebloom_last_error(), "capacity");
    CODE(onebloom_options_set_text(options, "capacity", 8, "10", 2), ONEBLOOM_INVALID_ARGUMENT);
    CODE(onebloom_options_set_f64(options, "capacity", 8, 10.5), ONEBLOOM_INVALID_ARGUMENT);
    CODE(onebloom_options_set_i64(options, "kind", 4, 1), ONEBLOOM_INVALID_ARGUMENT);
    CODE(onebloom_options_set_i64(options, "seed", 4, -1), ONEBLOOM_OUT_OF_RANGE);
    CHECK(onebloom_create_with(options, &f) != ONEBLOOM_OK); /* no capacity */
    TEXT(onebloom_last_error(), "capacity");
    CHECK(f == NULL);
    onebloom_options_free(options);
}

/* B88: paths that lead nowhere. */
static void paths(void) {
    static char endless[5001];
    const char *folder = scratch();
    onebloom_filter *f = make(10, 0.01), *out = NULL;
    memset(endless, 'a', 5000);
    CODE(onebloom_open("/nowhere/x.bloom", 16, "r", 1, &out), ONEBLOOM_NOT_FOUND);
    CHECK(onebloom_last_os_error() == 2);
    TEXT(onebloom_last_error(), "/nowhere/x.bloom");
    CODE(onebloom_load("/nowhere/x.bloom", 16, &out), ONEBLOOM_NOT_FOUND);
    CODE(onebloom_save(f, "/nowhere/x.bloom", 16), ONEBLOOM_NOT_FOUND);
    CHECK(onebloom_open("", 0, "r", 1, &out) != ONEBLOOM_OK);
    CHECK(onebloom_open(folder, strlen(folder), "r", 1, &out) != ONEBLOOM_OK);
    CHECK(onebloom_load(folder, strlen(folder), &out) != ONEBLOOM_OK);
    CHECK(onebloom_save(f, folder, strlen(folder)) != ONEBLOOM_OK);
    CHECK(onebloom_open("/dev/null", 9, "r", 1, &out) != ONEBLOOM_OK);
    CHECK(onebloom_load("/dev/null", 9, &out) != ONEBLOOM_OK);
    CHECK(onebloom_open("a\0b", 3, "r", 1, &out) != ONEBLOOM_OK);
    CHECK(onebloom_save(f, "a\0b", 3) != ONEBLOOM_OK);
    CHECK(onebloom_open(endless, 5000, "r", 1, &out) != ONEBLOOM_OK);
    CHECK(strlen(onebloom_last_error()) <= 1023);
    CHECK(onebloom_save(f, endless, 5000) != ONEBLOOM_OK);
    CODE(onebloom_open("x", 1, "w", 1, &out), ONEBLOOM_INVALID_ARGUMENT);
    TEXT(onebloom_last_error(), "r+");
    CHECK(out == NULL);
    onebloom_free(f);
}

int main(void) {
    RUN(capacities);
    RUN(rates);
    RUN(small);
    RUN(names);
    RUN(paths);
    return report("params");
}
