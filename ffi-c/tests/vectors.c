/* The shared vectors of keys, hashes, probes, shards and sizes. Runs in the repository's root. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#define MOST_KEYS 256

static struct {
    char name[64];
    block bytes;
} table[MOST_KEYS];
static size_t table_len;

static void read_keys(void) {
    block file = read_file(join("%s/keys.tsv", vectors()));
    char *at = (char *)file.data, *fields[2];
    size_t n;
    while ((n = next_row(&at, fields, 2)) != 0 && table_len < MOST_KEYS) {
        snprintf(table[table_len].name, sizeof table[0].name, "%s", fields[0]);
        table[table_len].bytes.len = n > 1 ? unhex(fields[1]) : 0;
        table[table_len].bytes.data = n > 1 ? (unsigned char *)fields[1] : NULL;
        table_len++;
    }
    CHECK(table_len > 40);
    /* the file stays: the table points into it */
}

static block key_named(const char *name) {
    size_t i;
    for (i = 0; i < table_len; i++) {
        if (strcmp(table[i].name, name) == 0) {
            return table[i].bytes;
        }
    }
    fprintf(stderr, "no key %s\n", name);
    exit(2);
}

static onebloom_filter *make_of(const char *kind, const char *scheme, uint64_t seed, uint64_t m, uint32_t k) {
    onebloom_params params;
    onebloom_filter *f = NULL;
    int32_t code;
    onebloom_params_init(&params, sizeof params);
    params.kind = kind;
    params.scheme = scheme;
    params.seed = seed;
    params.m = m;
    params.k = k;
    params.capacity = 1000;
    code = onebloom_create(&params, &f);
    if (m > UINT64_C(1) << 37 && (code == ONEBLOOM_OUT_OF_MEMORY || (kind && code == ONEBLOOM_OUT_OF_RANGE))) {
        checks_skipped++; /* more than this machine lends, or (blocked) only to be opened and not to be created */
    } else {
        OK(code);
    }
    return f;
}

/* A hash that is right sets the very cells of the key. */
static void hash_vectors(void) {
    block file = read_file(join("%s/hash.tsv", vectors()));
    char *at = (char *)file.data, *fields[9];
    while (next_row(&at, fields, 9) >= 4) {
        block key = key_named(fields[0]);
        uint64_t seed = strtoull(fields[1], NULL, 10);
        int i;
        for (i = 0; i < 2; i++) {
            const char *scheme = i ? "xxh64" : "xxh3";
            onebloom_filter *by_key = make_of(NULL, scheme, seed, 1 << 16, 30);
            onebloom_filter *by_hash = make_of(NULL, scheme, seed, 1 << 16, 30);
            bool equal = false;
            OK(onebloom_add(by_key, key.data, key.len, NULL));
            OK(onebloom_add_hash(by_hash, strtoull(fields[2 + i], NULL, 16), NULL));
            OK(onebloom_equals(by_key, by_hash, &equal));
            CHECK(equal);
            onebloom_free(by_key);
            onebloom_free(by_hash);
        }
    }
    free(file.data);
}

/* Compares positions with "1,2,3". */
static void check_positions(const onebloom_filter *f, block key, char *wanted, const char *what) {
    uint64_t cells[64];
    size_t n = 0, i = 0;
    int good = onebloom_positions(f, key.data, key.len, cells, 64, &n) == ONEBLOOM_OK;
    char *word = strtok(wanted, ",");
    for (; word != NULL; word = strtok(NULL, ",")) {
        good = good && i < n && cells[i] == strtoull(word, NULL, 10);
        i++;
    }
    if (!CHECK(good && i == n)) {
        fprintf(stderr, "  %s\n", what);
    }
}

static void probe_vectors(void) {
    block file = read_file(join("%s/probes.tsv", vectors()));
    char *at = (char *)file.data, *fields[6];
    while (next_row(&at, fields, 6) == 6) {
        uint64_t m = strtoull(fields[2], NULL, 10);
        onebloom_filter *f;
        if (slow() && m > 1 << 30) {
            continue;
        }
        f = make_of(NULL, fields[0], strtoull(fields[1], NULL, 10), m, (uint32_t)strtoul(fields[3], NULL, 10));
        if (f != NULL) {
            check_positions(f, key_named(fields[4]), fields[5],
                            join("%s seed %s m %s k %s key %s", fields[0], fields[1], fields[2], fields[3], fields[4]));
        }
        onebloom_free(f);
    }
    free(file.data);
}

static void block_vectors(void) {
    block file = read_file(join("%s/block_probes.tsv", vectors()));
    char *at = (char *)file.data, *fields[5];
    while (next_row(&at, fields, 5) == 5) {
        uint64_t m = strtoull(fields[2], NULL, 10);
        onebloom_filter *f;
        if (slow() && m > 1 << 30) {
            continue;
        }
        f = make_of("blocked", fields[0], strtoull(fields[1], NULL, 10), m, 8);
        if (f != NULL) {
            check_positions(f, key_named(fields[3]), fields[4],
                            join("blocked %s seed %s m %s key %s", fields[0], fields[1], fields[2], fields[3]));
        }
        onebloom_free(f);
    }
    free(file.data);
}

/* The section that counted the key is the one it belongs to. */
static void shard_vectors(void) {
    block file = read_file(join("%s/shards.tsv", vectors()));
    char *at = (char *)file.data, *fields[5];
    while (next_row(&at, fields, 5) == 5) {
        block key = key_named(fields[3]);
        onebloom_params params;
        onebloom_section_stats section;
        onebloom_filter *f = NULL;
        onebloom_params_init(&params, sizeof params);
        params.capacity = 1000;
        params.scheme = fields[0];
        params.seed = strtoull(fields[1], NULL, 10);
        params.shards = (uint32_t)strtoul(fields[2], NULL, 10);
        OK(onebloom_create(&params, &f));
        OK(onebloom_add(f, key.data, key.len, NULL));
        section.struct_size = sizeof section;
        OK(onebloom_stats_section(f, strtoul(fields[4], NULL, 10), &section));
        CHECK(section.items == 1);
        onebloom_free(f);
    }
    free(file.data);
}

static void sizing_vectors(void) {
    block file = read_file(join("%s/sizing.tsv", vectors()));
    char *at = (char *)file.data, *fields[5];
    while (next_row(&at, fields, 5) == 5) {
        onebloom_params params;
        onebloom_size_plan plan;
        uint64_t m = strtoull(fields[3], NULL, 10), off;
        if (strcmp(fields[0], "section") == 0) {
            continue; /* no filter of one's own can be asked for with these */
        }
        onebloom_params_init(&params, sizeof params);
        params.kind = fields[0];
        params.capacity = strtoull(fields[1], NULL, 10);
        params.fpp = strtod(fields[2], NULL);
        plan.struct_size = sizeof plan;
        if (!OK(onebloom_plan(&params, &plan))) {
            continue;
        }
        off = plan.m > m ? plan.m - m : m - plan.m;
        if (!CHECK(off <= (strcmp(fields[0], "blocked") == 0 ? 256u : 0u) && plan.k == strtoul(fields[4], NULL, 10))) {
            fprintf(stderr, "  %s %s %s: m %lu k %u\n", fields[0], fields[1], fields[2], (unsigned long)plan.m, plan.k);
        }
    }
    free(file.data);
}

/* Adds or asks for one cell of tests/keys.tsv. -1: not a key that C can hold. */
static int32_t with_key(onebloom_filter *f, const char *type, char *value, int ask) {
    if (strcmp(type, "int") == 0) {
        char again[64];
        long long number = strtoll(value, NULL, 10);
        unsigned long long positive = strtoull(value, NULL, 10);
        snprintf(again, sizeof again, "%lld", number);
        if (strcmp(again, value) == 0) {
            return ask ? onebloom_contains_i64(f, number) : onebloom_add_i64(f, number, NULL);
        }
        snprintf(again, sizeof again, "%llu", positive);
        if (strcmp(again, value) == 0) {
            return ask ? onebloom_contains_u64(f, positive) : onebloom_add_u64(f, positive, NULL);
        }
        return -1;
    }
    if (strcmp(type, "text") == 0 || strcmp(type, "bytes") == 0) {
        char *copy = strdup(value);
        size_t len = unhex(copy);
        int32_t code = ask ? onebloom_contains(f, copy, len) : onebloom_add(f, copy, len, NULL);
        free(copy);
        return code;
    }
    return -1;
}

static void pairs(void) {
    block file = read_file("tests/keys.tsv");
    char *at = (char *)file.data, *fields[6];
    int rows = 0;
    while (next_row(&at, fields, 6) >= 5) {
        int one = strcmp(fields[0], "one") == 0, way;
        if (!one && strcmp(fields[0], "two") != 0) {
            continue; /* no key in C: a pointer and a length are bytes, whatever they are */
        }
        for (way = 0; way < 2; way++) {
            char **first = fields + (way ? 3 : 1), **second = fields + (way ? 1 : 3);
            onebloom_filter *f = make(16, 1e-9);
            int32_t code = with_key(f, first[0], first[1], 0);
            int32_t answer = with_key(f, second[0], second[1], 1);
            if (code >= 0 && answer >= 0) {
                OK(code);
                if (!CHECK(answer == one)) {
                    fprintf(stderr, "  %s %s and %s %s\n", first[0], first[1], second[0], second[1]);
                }
                rows++;
            }
            onebloom_free(f);
        }
    }
    CHECK(rows > 60);
    free(file.data);
}

int main(void) {
    RUN(read_keys);
    RUN(hash_vectors);
    RUN(probe_vectors);
    RUN(block_vectors);
    RUN(shard_vectors);
    RUN(sizing_vectors);
    RUN(pairs);
    return report("vectors");
}
