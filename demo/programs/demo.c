/* The C row of the demo. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "onebloom.h"

typedef struct {
    char *text; /* the whole file */
    const uint8_t **keys;
    size_t *lengths;
    size_t count;
} words;

static void fail(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, onebloom_last_error());
    exit(1);
}

static words read_words(const char *path)
{
    words w = {0};
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0)
        exit((perror(path), 1));
    size_t size = (size_t)ftell(file);
    rewind(file);
    w.text = malloc(size + 1);
    w.keys = malloc((size + 1) * sizeof *w.keys);
    w.lengths = malloc((size + 1) * sizeof *w.lengths);
    if (w.text == NULL || w.keys == NULL || w.lengths == NULL || fread(w.text, 1, size, file) != size)
        exit((perror(path), 1));
    fclose(file);
    w.text[size] = '\n';
    for (char *line = w.text; line < w.text + size;) {
        char *end = memchr(line, '\n', (size_t)(w.text + size - line) + 1);
        w.keys[w.count] = (const uint8_t *)line;
        w.lengths[w.count++] = (size_t)(end - line);
        line = end + 1;
    }
    return w;
}

static void free_words(words *w)
{
    free(w->text);
    free(w->keys);
    free(w->lengths);
}

static int build(const char *list, const char *out, uint64_t capacity, double fpp)
{
    words w = read_words(list);
    onebloom_params params;
    onebloom_filter *filter = NULL;
    onebloom_params_init(&params, sizeof params);
    params.capacity = capacity;
    params.fpp = fpp;
    if (onebloom_create(&params, &filter) != 0)
        fail("create");
    if (onebloom_add_many(filter, w.keys, w.lengths, w.count, NULL) != 0)
        fail("add_many");
    if (onebloom_save(filter, out, strlen(out)) != 0)
        fail("save");
    onebloom_free(filter);
    free_words(&w);
    return 0;
}

static int ask(const char *file, const char *list)
{
    words w = read_words(list);
    onebloom_filter *filter = NULL;
    struct timespec start, end;
    size_t maybe = 0;
    if (onebloom_open(file, strlen(file), "r", 1, &filter) != 0)
        fail("open");
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (size_t i = 0; i < w.count; i++) {
        int32_t answer = onebloom_contains(filter, w.keys[i], w.lengths[i]);
        if (answer < 0)
            fail("contains");
        maybe += (size_t)answer;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    double ns = (double)(end.tv_sec - start.tv_sec) * 1e9 + (double)(end.tv_nsec - start.tv_nsec);
    printf("%zu\t%zu\t%.0f\n", w.count, maybe, ns / (double)(w.count ? w.count : 1));
    onebloom_free(filter);
    free_words(&w);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 6 && strcmp(argv[1], "build") == 0)
        return build(argv[2], argv[3], strtoull(argv[4], NULL, 10), strtod(argv[5], NULL));
    if (argc == 4 && strcmp(argv[1], "ask") == 0)
        return ask(argv[2], argv[3]);
    fprintf(stderr, "build WORDS OUT CAPACITY FPP | ask FILTER WORDS\n");
    return 2;
}
