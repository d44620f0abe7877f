/* The C row of the matrix: see tests/matrix/README.md for the verbs. Runs in the repository's root. */
#define _POSIX_C_SOURCE 200809L
#include "cases.h"

#include <dirent.h>

#define CASES "tests/matrix/cases.tsv"
#define KEYS 2000

static int failed(const char *what) {
    fprintf(stderr, "%s: %s: %s\n", what, onebloom_error_name(onebloom_last_error_code()), onebloom_last_error());
    return 1;
}

/* `name` NULL: every case, saved in the folder `target`; else that one, saved as the file `target`. */
static int write_cases(const char *name, const char *target) {
    block file = read_file(CASES);
    char *at = (char *)file.data, *fields[4];
    int found = 0, bad = 0;
    while (!bad && next_row(&at, fields, 4) >= 3) {
        onebloom_filter *filter = NULL;
        const char *path = name ? target : join("%s/%s.bloom", target, fields[0]);
        if (name != NULL && strcmp(name, fields[0]) != 0) {
            continue;
        }
        found = 1;
        if (build_case(fields[1], fields[2], &filter) != ONEBLOOM_OK ||
            onebloom_save(filter, path, strlen(path)) != ONEBLOOM_OK) {
            bad = failed(fields[0]);
        }
        onebloom_free(filter);
    }
    free(file.data);
    if (!found) {
        fprintf(stderr, "no such case: %s\n", name ? name : "(any)");
    }
    return bad || !found;
}

/* Asks the 2000 keys of a case. */
static int ask(onebloom_filter *filter, const char *name, uint8_t *answers) {
    size_t len = strlen(name);
    int32_t code = ONEBLOOM_OK;
    if (strstr(name, "rotating") != NULL) {
        code = onebloom_set_now(filter, true, INT64_C(1767441600000));
    }
    if (code == ONEBLOOM_OK && len >= 5 && strcmp(name + len - 5, "-ints") == 0) {
        int64_t keys[KEYS];
        int i;
        for (i = 0; i < KEYS; i++) {
            keys[i] = i;
        }
        code = onebloom_contains_many_i64(filter, keys, KEYS, answers);
    } else if (code == ONEBLOOM_OK) {
        static char data[KEYS * 16];
        int64_t offsets[KEYS + 1];
        int i;
        offsets[0] = 0;
        for (i = 0; i < KEYS; i++) {
            offsets[i + 1] = offsets[i] + sprintf(data + offsets[i], "user:%d", i);
        }
        code = onebloom_contains_packed(filter, (const uint8_t *)data, offsets, KEYS, answers);
    }
    return code;
}

static int check(const char *name, const char *path, int with_name) {
    uint8_t mapped[KEYS], loaded[KEYS];
    onebloom_filter *filter = NULL;
    size_t name_len = strlen(name);
    int ints = name_len >= 5 && strcmp(name + name_len - 5, "-ints") == 0, i;
    if (onebloom_open(path, strlen(path), "r", 1, &filter) != ONEBLOOM_OK || ask(filter, name, mapped) != ONEBLOOM_OK) {
        onebloom_free(filter);
        return failed(path);
    }
    onebloom_free(filter);
    filter = NULL;
    if (onebloom_load(path, strlen(path), &filter) != ONEBLOOM_OK || ask(filter, name, loaded) != ONEBLOOM_OK) {
        onebloom_free(filter);
        return failed(path);
    }
    onebloom_free(filter);
    for (i = 0; i < KEYS; i++) {
        if (mapped[i] != loaded[i]) {
            fprintf(stderr, "%s: key %d: mapped says %d, loaded %d\n", path, i, mapped[i], loaded[i]);
            return 1;
        }
        if (with_name) {
            printf("%s\t", name);
        }
        printf(ints ? "%d\t%d\n" : "user:%d\t%d\n", i, mapped[i]);
    }
    return 0;
}

static int by_bytes(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* The files NAME.bloom of a folder, without their ending, sorted. */
static size_t list(const char *folder, char ***names) {
    size_t n = 0, room = 0, len;
    struct dirent *entry;
    DIR *dir = opendir(folder);
    *names = NULL;
    if (dir == NULL) {
        fprintf(stderr, "cannot read %s\n", folder);
        exit(1);
    }
    while ((entry = readdir(dir)) != NULL) {
        len = strlen(entry->d_name);
        if (len <= 6 || strcmp(entry->d_name + len - 6, ".bloom") != 0) {
            continue;
        }
        if (n == room) {
            room = room ? 2 * room : 64;
            *names = (char **)realloc(*names, room * sizeof **names);
        }
        (*names)[n] = strdup(entry->d_name);
        (*names)[n++][len - 6] = 0;
    }
    closedir(dir);
    if (n > 0) {
        qsort(*names, n, sizeof **names, by_bytes);
    }
    return n;
}

static int code_of(const char *name, const char *path) {
    onebloom_filter *filter = NULL;
    int32_t code = onebloom_load(path, strlen(path), &filter);
    printf("%s\t%s\n", name, onebloom_error_name(code));
    onebloom_free(filter);
    return 0;
}

static int for_all(const char *folder, int codes) {
    char **names;
    size_t n = list(folder, &names), i;
    int bad = 0;
    for (i = 0; i < n; i++) {
        const char *path = join("%s/%s.bloom", folder, names[i]);
        bad |= codes ? code_of(names[i], path) : check(names[i], path, 1);
        free(names[i]);
    }
    free(names);
    return bad;
}

int main(int argc, char **argv) {
    const char *verb = argc > 1 ? argv[1] : "";
    if (argc == 4 && strcmp(verb, "write") == 0) {
        return write_cases(argv[2], argv[3]);
    }
    if (argc == 3 && strcmp(verb, "write-all") == 0) {
        return write_cases(NULL, argv[2]);
    }
    if (argc == 4 && strcmp(verb, "check") == 0) {
        return check(argv[2], argv[3], 0);
    }
    if (argc == 3 && strcmp(verb, "check-all") == 0) {
        return for_all(argv[2], 0);
    }
    if (argc == 3 && strcmp(verb, "codes") == 0) {
        return for_all(argv[2], 1);
    }
    fprintf(stderr, "usage: matrix write CASE FILE | write-all DIR | check CASE FILE | check-all DIR | codes DIR\n");
    return 2;
}
