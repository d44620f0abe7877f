/* The shared files: golden ones are built again, odd ones open, hostile ones give their code. Runs in the repository's root. */
#define _POSIX_C_SOURCE 200809L
#include "cases.h"

/* Builds every golden again, byte for byte, and reads it in every way. */
static void golden(void) {
    block file = read_file("tests/matrix/cases.tsv");
    char *at = (char *)file.data, *fields[4];
    while (next_row(&at, fields, 4) == 4) {
        const char *path = join("%s/golden/%s.bloom", vectors(), fields[0]);
        onebloom_filter *f = NULL, *opened = NULL, *loaded = NULL;
        block wanted = read_file(path), built;
        bool equal = false, sealed = false;
        size_t len = strlen(path);
        if (OK(build_case(fields[1], fields[2], &f))) {
            built = to_bytes(f);
            if (!CHECK(same(built, wanted))) {
                fprintf(stderr, "  golden %s differs\n", fields[0]);
            }
            free(built.data);
            OK(onebloom_open(path, len, "r", 1, &opened));
            OK(onebloom_verify(opened, &sealed));
            CHECK(sealed);
            OK(onebloom_equals(f, opened, &equal));
            CHECK(equal);
            OK(onebloom_load(path, len, &loaded));
            built = to_bytes(loaded);
            CHECK(same(built, wanted));
            free(built.data);
            onebloom_free(loaded);
            loaded = NULL;
            OK(onebloom_from_bytes(wanted.data, wanted.len, &loaded));
            OK(onebloom_equals(f, loaded, &equal));
            CHECK(equal);
        }
        onebloom_free(f);
        onebloom_free(opened);
        onebloom_free(loaded);
        free(wanted.data);
    }
    free(file.data);
}

static void odd(void) {
    block file = read_file(join("%s/golden/ODD.tsv", vectors()));
    char *at = (char *)file.data, *fields[2];
    while (next_row(&at, fields, 2) == 2) {
        const char *path = join("%s/golden/%s.bloom", vectors(), fields[0]);
        int read_only = strstr(fields[0], "ro-compat") != NULL;
        onebloom_filter *opened = NULL, *loaded = NULL;
        bool sealed = true;
        OK(onebloom_open(path, strlen(path), "r", 1, &opened));
        OK(onebloom_load(path, strlen(path), &loaded));
        CHECK(onebloom_is_read_only(loaded) == read_only);
        CODE(onebloom_add(opened, "x", 1, NULL), ONEBLOOM_READ_ONLY);
        CODE(onebloom_add(loaded, "x", 1, NULL), read_only ? ONEBLOOM_READ_ONLY : ONEBLOOM_OK);
        CODE(onebloom_clear(loaded), read_only ? ONEBLOOM_READ_ONLY : ONEBLOOM_OK);
        if (strcmp(fields[0], "odd-unsealed") == 0) {
            OK(onebloom_verify(opened, &sealed));
            CHECK(!sealed);
        }
        onebloom_free(opened);
        onebloom_free(loaded);
    }
    free(file.data);
}

static void hostile(void) {
    block file = read_file(join("%s/hostile/MANIFEST.tsv", vectors()));
    char *at = (char *)file.data, *fields[3];
    int files = 0;
    while (next_row(&at, fields, 3) >= 2) {
        const char *path = join("%s/hostile/%s.bloom", vectors(), fields[0]);
        onebloom_filter *f = NULL;
        block bytes = read_file(path);
        int32_t code = onebloom_load(path, strlen(path), &f);
        if (!CHECK(strcmp(onebloom_error_name(code), fields[1]) == 0)) {
            fprintf(stderr, "  %s: %s instead of %s: %s\n", fields[0], onebloom_error_name(code), fields[1],
                    onebloom_last_error());
        }
        CHECK(onebloom_from_bytes(bytes.data, bytes.len, &f) == code);
        CHECK(f == NULL);
        /* a map does not read the body */
        if (code == ONEBLOOM_CHECKSUM_MISMATCH) {
            OK(onebloom_open(path, strlen(path), "r", 1, &f));
            CODE(onebloom_verify(f, NULL), ONEBLOOM_CHECKSUM_MISMATCH);
            onebloom_free(f);
        } else {
            CHECK(onebloom_open(path, strlen(path), "r", 1, &f) == code);
        }
        free(bytes.data);
        files++;
    }
    CHECK(files > 60);
    free(file.data);
}

/* B69, B70: no beginning of a file is a file. */
static void cut(void) {
    block whole = read_file(join("%s/golden/classic-xxh3.bloom", vectors()));
    size_t len;
    for (len = 0; len < whole.len; len++) {
        onebloom_filter *f = NULL;
        int32_t wanted = len < 8 ? ONEBLOOM_NOT_A_FILTER : ONEBLOOM_TRUNCATED;
        /* a copy of just this size, so that a read beyond it is seen */
        unsigned char *copy = (unsigned char *)malloc(len ? len : 1);
        memcpy(copy, whole.data, len);
        CODE(onebloom_from_bytes(copy, len, &f), wanted);
        free(copy);
    }
    free(whole.data);
}

int main(void) {
    RUN(golden);
    RUN(odd);
    RUN(hostile);
    RUN(cut);
    return report("files");
}
