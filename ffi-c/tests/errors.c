/* The list of errors against tests/errors.tsv and the constants of the header; the last error. */
#include "check.h"

static void list(void) {
    block file = read_file(environment("ONEBLOOM_ERRORS", "tests/errors.tsv"));
    char *at = (char *)file.data, *fields[2];
    size_t i = 0;
    while (next_row(&at, fields, 2) == 2) {
        int32_t code = -1;
        const char *name = NULL;
        OK(onebloom_error_at(i++, &code, &name));
        CHECK(code == strtol(fields[0], NULL, 10));
        CHECK(strcmp(name, fields[1]) == 0);
        CHECK(strcmp(onebloom_error_name(code), fields[1]) == 0);
        CHECK(strcmp(onebloom_error_name(-code), fields[1]) == 0);
    }
    CHECK(onebloom_error_count() == i);
    CODE(onebloom_error_at(i, NULL, NULL), ONEBLOOM_OUT_OF_RANGE);
    CODE(onebloom_error_at(SIZE_MAX, NULL, NULL), ONEBLOOM_OUT_OF_RANGE);
    CHECK(strcmp(onebloom_error_name(12345), "UNKNOWN") == 0);
    CHECK(strcmp(onebloom_error_name(INT32_MIN), "UNKNOWN") == 0);
    free(file.data);
}

static void constants(void) {
    CHECK(strcmp(onebloom_error_name(ONEBLOOM_OK), "OK") == 0);
    CHECK(strcmp(onebloom_error_name(ONEBLOOM_OUT_OF_RANGE), "OUT_OF_RANGE") == 0);
    CHECK(strcmp(onebloom_error_name(ONEBLOOM_INCOMPLETE), "INCOMPLETE") == 0);
    CHECK(strcmp(onebloom_error_name(ONEBLOOM_OUT_OF_MEMORY), "OUT_OF_MEMORY") == 0);
    CHECK(ONEBLOOM_PANIC == 99);
}

static void last_error(void) {
    onebloom_filter *f = make(10, 0.1);
    const char *text = onebloom_last_error();
    CHECK(text != NULL && *text == 0);
    CHECK(onebloom_last_error_code() == 0 && onebloom_last_os_error() == 0);
    CODE(onebloom_clear(NULL), ONEBLOOM_NULL_POINTER);
    CHECK(onebloom_last_error() == text);
    TEXT(text, "NULL");
    CHECK(onebloom_last_error_code() == ONEBLOOM_NULL_POINTER);
    /* a call that succeeds leaves it alone */
    OK(onebloom_clear(f));
    CHECK(onebloom_last_error_code() == ONEBLOOM_NULL_POINTER);
    CHECK(-onebloom_contains(NULL, "a", 1) == onebloom_last_error_code());
    CODE(onebloom_open("/nowhere/x", 10, "r", 1, &f), ONEBLOOM_NOT_FOUND);
    CHECK(onebloom_last_os_error() == 2);
    CODE(onebloom_clear(NULL), ONEBLOOM_NULL_POINTER);
    CHECK(onebloom_last_os_error() == 0);
    onebloom_free(f);
}

int main(void) {
    RUN(last_error);
    RUN(list);
    RUN(constants);
    return report("errors");
}
