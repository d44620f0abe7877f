/* What the C tests share: counting checks, reading files, making filters. */
#ifndef CHECK_H
#define CHECK_H

#include <onebloom.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Single checks; a test is a function of them, and passed if all of its checks did. */
static int checks_passed, checks_failed, checks_skipped, tests_passed, tests_failed;

#define RUN(test) run_test(test, #test)

#define CHECK(condition) check_that((condition) ? 1 : 0, __FILE__, __LINE__, #condition)
/* A call that must give this code; on a surprise its message is printed. */
#define CODE(call, code) check_code((call), (code), __FILE__, __LINE__, #call)
#define OK(call) CODE(call, ONEBLOOM_OK)
#define TEXT(given, wanted) check_text((given), (wanted), __FILE__, __LINE__)

static inline int check_that(int good, const char *file, int line, const char *what) {
    if (good) {
        checks_passed++;
    } else {
        checks_failed++;
        fprintf(stderr, "%s:%d: failed: %s\n", file, line, what);
    }
    return good;
}

static inline int check_code(int32_t got, int32_t wanted, const char *file, int line, const char *what) {
    if (got == wanted) {
        checks_passed++;
        return 1;
    }
    checks_failed++;
    fprintf(stderr, "%s:%d: %s: got %s (%d), wanted %s; last error: %s\n", file, line, what, onebloom_error_name(got),
            (int)got, onebloom_error_name(wanted), onebloom_last_error());
    return 0;
}

static inline int check_text(const char *given, const char *wanted, const char *file, int line) {
    if (given != NULL && strstr(given, wanted) != NULL) {
        checks_passed++;
        return 1;
    }
    checks_failed++;
    fprintf(stderr, "%s:%d: \"%s\" does not contain \"%s\"\n", file, line, given ? given : "(null)", wanted);
    return 0;
}

static inline void run_test(void (*test)(void), const char *name) {
    int before = checks_failed;
    test();
    if (checks_failed == before) {
        tests_passed++;
    } else {
        tests_failed++;
        fprintf(stderr, "test %s: %d checks failed\n", name, checks_failed - before);
    }
}

static inline int report(const char *name) {
    printf("%s: %d passed, %d failed (%d checks", name, tests_passed, tests_failed, checks_passed + checks_failed);
    if (checks_skipped) {
        printf(", %d more need more memory than there is", checks_skipped);
    }
    printf(")\n");
    return tests_failed ? 1 : 0;
}

static inline void die(const char *what) {
    fprintf(stderr, "%s: %s\n", what, onebloom_last_error());
    exit(2);
}

/* Under valgrind everything costs fifty times as much: the loops are shorter then. */
static inline int slow(void) { return getenv("ONEBLOOM_SLOW") != NULL; }

static inline onebloom_filter *make_kind(const char *kind, uint64_t capacity, double fpp) {
    onebloom_params params;
    onebloom_filter *filter = NULL;
    onebloom_params_init(&params, sizeof params);
    params.capacity = capacity;
    params.fpp = fpp;
    params.kind = kind;
    if (onebloom_create(&params, &filter) != ONEBLOOM_OK) {
        die("create");
    }
    return filter;
}

static inline onebloom_filter *make(uint64_t capacity, double fpp) { return make_kind(NULL, capacity, fpp); }

typedef struct {
    unsigned char *data;
    size_t len;
} block;

/* A file, with a NUL behind it that does not count. */
static inline block read_file(const char *path) {
    block b = {NULL, 0};
    long size;
    FILE *f = fopen(path, "rb");
    if (f == NULL || fseek(f, 0, SEEK_END) != 0 || (size = ftell(f)) < 0) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(2);
    }
    rewind(f);
    b.data = (unsigned char *)malloc((size_t)size + 1);
    b.len = fread(b.data, 1, (size_t)size, f);
    b.data[b.len] = 0;
    fclose(f);
    return b;
}

static inline block to_bytes(const onebloom_filter *filter) {
    block b = {NULL, 0};
    if (onebloom_to_bytes(filter, NULL, 0, &b.len) != ONEBLOOM_OK) {
        die("to_bytes");
    }
    b.data = (unsigned char *)malloc(b.len + 1);
    if (onebloom_to_bytes(filter, b.data, b.len, &b.len) != ONEBLOOM_OK) {
        die("to_bytes");
    }
    return b;
}

static inline int same(block a, block b) { return a.len == b.len && memcmp(a.data, b.data, a.len) == 0; }

/* "a/b" in a buffer that the next call but seven overwrites. */
static inline const char *join(const char *format, ...) {
    static char buffers[8][4096];
    static unsigned next;
    char *buffer = buffers[next++ % 8];
    va_list list;
    va_start(list, format);
    vsnprintf(buffer, sizeof buffers[0], format, list);
    va_end(list);
    return buffer;
}

static inline const char *environment(const char *name, const char *otherwise) {
    const char *value = getenv(name);
    return value != NULL && *value != 0 ? value : otherwise;
}

/* Where tests may write. */
static inline const char *scratch(void) { return environment("ONEBLOOM_SCRATCH", "/tmp"); }

static inline const char *vectors(void) { return environment("ONEBLOOM_VECTORS", "tests/vectors"); }

/* Lines of a TSV, one after another: cuts the next line of `*at` into fields. 0 at the end. */
static inline size_t next_row(char **at, char **fields, size_t most) {
    for (;;) {
        char *line = *at, *end, *tab;
        size_t n = 0;
        if (line == NULL || *line == 0) {
            return 0;
        }
        end = strchr(line, '\n');
        *at = end ? end + 1 : NULL;
        if (end) {
            *end = 0;
        }
        if (*line == '#' || *line == 0) {
            continue;
        }
        while (n < most) {
            fields[n++] = line;
            tab = strchr(line, '\t');
            if (tab == NULL) {
                break;
            }
            *tab = 0;
            line = tab + 1;
        }
        return n;
    }
}

static inline int nibble(char c) {
    return c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
}

/* Hex to bytes, in the same place. */
static inline size_t unhex(char *text) {
    size_t n = strlen(text) / 2, i;
    for (i = 0; i < n; i++) {
        text[i] = (char)(nibble(text[2 * i]) << 4 | nibble(text[2 * i + 1]));
    }
    return n;
}

#endif
