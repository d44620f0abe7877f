/* A filter in other forms: sections, the bits of other programs, counting to classic. */
#define _POSIX_C_SOURCE 200809L
#include "cases.h"

/* parquet-java, "hello" in a column filter of one block of 32 bytes. */
static const char PARQUET[] = "0000100000020000000400008000000000020000000000800000001000000008";

static onebloom_options *by_text(const char *text) {
    onebloom_options *options = NULL;
    char *copy = strdup(text), *word;
    OK(onebloom_options_new(&options));
    for (word = strtok(copy, " "); word != NULL; word = strtok(NULL, " ")) {
        char *equals = strchr(word, '=');
        *equals = 0;
        OK(set_option(options, word, equals + 1));
    }
    free(copy);
    return options;
}

static int32_t from_bits(const void *body, size_t len, const char *text, onebloom_filter **f) {
    onebloom_options *options = by_text(text);
    int32_t code = onebloom_from_bits((const uint8_t *)body, len, options, f);
    onebloom_options_free(options);
    return code;
}

static void parquet(void) {
    char hex[65];
    uint8_t out[32];
    onebloom_filter *f = NULL, *made = NULL;
    size_t needed = 0;
    bool equal = false;
    strcpy(hex, PARQUET);
    CHECK(unhex(hex) == 32);
    OK(from_bits(hex, 32, "kind=blocked scheme=xxh64 m=256 k=8 bits=lsb", &f));
    CHECK(onebloom_contains(f, "hello", 5) == 1 && onebloom_contains(f, "hallo", 5) == 0);
    OK(create_case("kind=blocked scheme=xxh64 m=256 k=8", &made));
    OK(onebloom_add(made, "hello", 5, NULL));
    OK(onebloom_equals(f, made, &equal));
    CHECK(equal);
    OK(onebloom_to_bits(made, "lsb", 3, NULL, 0, &needed));
    CHECK(needed == 32);
    OK(onebloom_to_bits(made, "lsb", 3, out, sizeof out, NULL));
    CHECK(memcmp(out, hex, 32) == 0);
    onebloom_free(f);
    onebloom_free(made);
}

static void orders(void) {
    /* cells 1, 8 and 15 of 16 */
    const uint8_t msb[2] = {0x40, 0x81}, lsb[2] = {0x02, 0x81};
    const uint8_t bytes[16] = {0, 7, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 255};
    onebloom_filter *a = NULL, *b = NULL, *c = NULL;
    uint8_t out[16];
    size_t needed = 0, i;
    bool equal = false;
    OK(from_bits(msb, 2, "scheme=murmur3-seeded m=16 k=3 bits=msb", &a));
    OK(from_bits(lsb, 2, "scheme=murmur3-seeded m=16 k=3 bits=lsb", &b));
    OK(from_bits(bytes, 16, "scheme=murmur3-seeded m=16 k=3 bits=bytes", &c));
    OK(onebloom_equals(a, b, &equal));
    CHECK(equal);
    OK(onebloom_equals(a, c, &equal));
    CHECK(equal);
    OK(onebloom_to_bits(c, "msb", 3, out, 16, &needed));
    CHECK(needed == 2 && memcmp(out, msb, 2) == 0);
    OK(onebloom_to_bits(a, "lsb", 3, out, 16, &needed));
    CHECK(needed == 2 && memcmp(out, lsb, 2) == 0);
    OK(onebloom_to_bits(a, "bytes", 5, out, 16, &needed));
    CHECK(needed == 16);
    for (i = 0; i < 16; i++) {
        CHECK(out[i] == (bytes[i] != 0));
    }
    onebloom_free(a);
    onebloom_free(b);
    onebloom_free(c);
    /* a short Redis string: what is not there is 0; no string at all: an empty filter */
    a = NULL;
    OK(from_bits(msb, 1, "m=64 k=3", &a));
    onebloom_free(a);
    OK(from_bits(NULL, 0, "m=64 k=3", &a));
    CHECK(onebloom_contains(a, "x", 1) == 0);
    onebloom_free(a);
}

static void refused(void) {
    onebloom_filter *f = NULL, *counting = make_kind("counting", 10, 0.1);
    uint8_t body[9] = {0};
    size_t needed = 77;
    CODE(from_bits(body, 9, "m=64 k=3 bits=msb", &f), ONEBLOOM_OUT_OF_RANGE);
    TEXT(onebloom_last_error(), "m = 64");
    body[0] = 1;
    CODE(from_bits(body, 1, "m=7 k=3 bits=msb", &f), ONEBLOOM_OUT_OF_RANGE);
    CODE(from_bits(body, 8, "m=64", &f), ONEBLOOM_INVALID_ARGUMENT);
    CODE(from_bits(body, 8, "capacity=64", &f), ONEBLOOM_INVALID_ARGUMENT);
    TEXT(onebloom_last_error(), "m and k");
    CODE(from_bits(body, 8, "kind=counting m=64 k=3 bits=lsb", &f), ONEBLOOM_INVALID_ARGUMENT);
    TEXT(onebloom_last_error(), "msb");
    CHECK(f == NULL);
    CODE(create_case("m=64 k=3 bits=lsb", &f), ONEBLOOM_INVALID_ARGUMENT);
    CODE(create_case("m=64 k=3 bits=big", &f), ONEBLOOM_INVALID_ARGUMENT);
    TEXT(onebloom_last_error(), "lsb");
    CODE(onebloom_to_bits(counting, "lsb", 3, NULL, 0, &needed), ONEBLOOM_INVALID_ARGUMENT);
    CODE(onebloom_to_bits(counting, "big", 3, NULL, 0, &needed), ONEBLOOM_INVALID_ARGUMENT);
    CODE(onebloom_to_bits(counting, "msb", 3, body, 1, &needed), ONEBLOOM_OUT_OF_RANGE);
    CHECK(needed > 1);
    onebloom_free(counting);
}

/* Every part answers for its own keys alone: what a client with sections in Redis relies on. */
static void shards(void) {
    onebloom_filter *f = NULL;
    int i, seen[5] = {0};
    OK(create_case("capacity=1000 shards=5", &f));
    OK(add_users(f, 0, 999));
    for (i = 0; i < 100; i++) {
        char key[32];
        size_t section = 99, len = (size_t)snprintf(key, sizeof key, "user:%d", i);
        OK(onebloom_section_of(f, key, len, &section));
        if (CHECK(section < 5)) {
            seen[section]++;
        }
    }
    CHECK(seen[0] && seen[1] && seen[2] && seen[3] && seen[4]);
    onebloom_free(f);
}

static void nulls(void) {
    onebloom_filter *f = make(10, 0.1), *out = f;
    onebloom_options *options = by_text("m=64 k=3");
    uint8_t body[8] = {0};
    size_t n = 77;
#define IS_NULL(call) CODE(call, ONEBLOOM_NULL_POINTER)
    IS_NULL(onebloom_section_count(NULL, &n));
    IS_NULL(onebloom_section_count(f, NULL));
    IS_NULL(onebloom_part(NULL, 0, body, 8, &n));
    IS_NULL(onebloom_part(f, 0, NULL, 0, NULL));
    IS_NULL(onebloom_section_of(NULL, "x", 1, &n));
    IS_NULL(onebloom_section_of(f, NULL, 1, &n));
    IS_NULL(onebloom_section_of(f, "x", 1, NULL));
    IS_NULL(onebloom_from_bits(NULL, 1, options, &out));
    IS_NULL(onebloom_from_bits(body, 8, NULL, &out));
    IS_NULL(onebloom_from_bits(body, 8, options, NULL));
    IS_NULL(onebloom_to_bits(NULL, "msb", 3, body, 8, &n));
    IS_NULL(onebloom_to_bits(f, NULL, 3, body, 8, &n));
    IS_NULL(onebloom_to_bits(f, "msb", 3, NULL, 8, NULL));
    IS_NULL(onebloom_to_classic(NULL, &out));
    IS_NULL(onebloom_to_classic(f, NULL));
    CODE(onebloom_to_bits(f, NULL, 0, body, 8, &n), ONEBLOOM_INVALID_ARGUMENT);
    CODE(onebloom_section_of(f, "x", SIZE_MAX, &n), ONEBLOOM_OUT_OF_RANGE);
    CODE(onebloom_from_bits(body, SIZE_MAX, options, &out), ONEBLOOM_OUT_OF_RANGE);
    CHECK(n == 77 && out == f);
    onebloom_options_free(options);
    onebloom_free(f);
}

int main(void) {
    RUN(parquet);
    RUN(orders);
    RUN(refused);
    RUN(shards);
    RUN(nulls);
    return report("forms");
}
