/* A case of tests/matrix/cases.tsv: options, then steps. See tests/matrix/README.md. */
#ifndef CASES_H
#define CASES_H

#include "check.h"

static inline int32_t set_option(onebloom_options *options, const char *name, const char *value) {
    size_t len = strlen(name);
    if (strcmp(name, "kind") == 0 || strcmp(name, "scheme") == 0 || strcmp(name, "bits") == 0) {
        return onebloom_options_set_text(options, name, len, value, strlen(value));
    }
    if (strcmp(name, "fpp") == 0) {
        return onebloom_options_set_f64(options, name, len, strtod(value, NULL));
    }
    return onebloom_options_set_u64(options, name, len, strtoull(value, NULL, 10));
}

/* "name=value name=value" */
static inline int32_t create_case(const char *text, onebloom_filter **filter) {
    onebloom_options *options = NULL;
    char *copy = strdup(text), *word;
    int32_t code = onebloom_options_new(&options);
    for (word = strtok(copy, " "); code == ONEBLOOM_OK && word != NULL; word = strtok(NULL, " ")) {
        char *equals = strchr(word, '=');
        if (equals == NULL) {
            break;
        }
        *equals = 0;
        code = set_option(options, word, equals + 1);
    }
    if (code == ONEBLOOM_OK) {
        code = onebloom_create_with(options, filter);
    }
    onebloom_options_free(options);
    free(copy);
    return code;
}

static inline int32_t add_users(onebloom_filter *filter, long from, long to) {
    int32_t code = ONEBLOOM_OK;
    for (; code == ONEBLOOM_OK && from <= to; from++) {
        char key[32];
        int len = snprintf(key, sizeof key, "user:%ld", from);
        code = onebloom_add(filter, key, (size_t)len, NULL);
    }
    return code;
}

static inline int32_t add_integers(onebloom_filter *filter, long from, long to) {
    int32_t code;
    size_t n = (size_t)(to - from + 1), i;
    int64_t *keys = (int64_t *)malloc(n * sizeof *keys);
    for (i = 0; i < n; i++) {
        keys[i] = from + (int64_t)i;
    }
    code = onebloom_add_many_i64(filter, keys, n, NULL);
    free(keys);
    return code;
}

/* Every key of keys.tsv, as pointers and lengths in one call. */
static inline int32_t add_key_table(onebloom_filter *filter) {
    block file = read_file(join("%s/keys.tsv", vectors()));
    char *at = (char *)file.data, *fields[2];
    const uint8_t *keys[256];
    size_t lens[256], n = 0, got;
    int32_t code;
    while ((got = next_row(&at, fields, 2)) != 0 && n < 256) {
        keys[n] = (const uint8_t *)(got > 1 ? fields[1] : NULL);
        lens[n] = got > 1 ? unhex(fields[1]) : 0;
        n++;
    }
    code = onebloom_add_many(filter, keys, lens, n, NULL);
    free(file.data);
    return code;
}

static inline int32_t run_step(onebloom_filter *filter, const char *step) {
    long from, to;
    long long now;
    char word[64];
    if (sscanf(step, "user %ld %ld", &from, &to) == 2) {
        return add_users(filter, from, to);
    }
    if (sscanf(step, "int %ld %ld", &from, &to) == 2) {
        return add_integers(filter, from, to);
    }
    if (sscanf(step, "text %63s %ld", word, &to) == 2) {
        int32_t code = ONEBLOOM_OK;
        for (; code == ONEBLOOM_OK && to > 0; to--) {
            code = onebloom_add(filter, word, strlen(word), NULL);
        }
        return code;
    }
    if (sscanf(step, "now %lld", &now) == 1) {
        return onebloom_set_now(filter, true, (int64_t)now);
    }
    if (strcmp(step, "keys") == 0) {
        return add_key_table(filter);
    }
    if (strcmp(step, "none") == 0) {
        return ONEBLOOM_OK;
    }
    fprintf(stderr, "unknown step: %s\n", step);
    return ONEBLOOM_INVALID_ARGUMENT;
}

/* "step; step" */
static inline int32_t run_steps(onebloom_filter *filter, const char *text) {
    char *copy = strdup(text), *step = copy;
    int32_t code = ONEBLOOM_OK;
    while (code == ONEBLOOM_OK && step != NULL) {
        char *end = strstr(step, "; ");
        if (end != NULL) {
            *end = 0;
        }
        code = run_step(filter, step);
        step = end ? end + 2 : NULL;
    }
    free(copy);
    return code;
}

static inline int32_t build_case(const char *options, const char *steps, onebloom_filter **filter) {
    int32_t code = create_case(options, filter);
    if (code == ONEBLOOM_OK) {
        code = run_steps(*filter, steps);
        if (code != ONEBLOOM_OK) {
            onebloom_free(*filter);
            *filter = NULL;
        }
    }
    return code;
}

#endif
