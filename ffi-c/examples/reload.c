/* A long-lived reader: the file is replaced under it, it notices and goes on with the new one.
 *
 *     cc reload.c $(pkg-config --cflags --libs onebloom) -o reload && ./reload list.bloom
 */
#include <onebloom.h>
#include <stdio.h>
#include <string.h>

static int failed(const char *what) {
    fprintf(stderr, "%s: %s: %s\n", what, onebloom_error_name(onebloom_last_error_code()), onebloom_last_error());
    return 1;
}

/* Builds the list of `n` integers anew and puts it in the place of the old file. */
static int publish(const char *path, int64_t n) {
    onebloom_params params;
    onebloom_filter *filter = NULL;
    int64_t i;
    int32_t code;

    onebloom_params_init(&params, sizeof params);
    params.capacity = 10000;
    params.fpp = 0.001;
    code = onebloom_create(&params, &filter);
    for (i = 0; code == ONEBLOOM_OK && i < n; i++) {
        code = onebloom_add_i64(filter, i, NULL);
    }
    if (code == ONEBLOOM_OK) {
        code = onebloom_replace(filter, path, strlen(path));
    }
    onebloom_free(filter);
    return code;
}

int main(int argc, char **argv) {
    const char *path = argc > 1 ? argv[1] : "list.bloom";
    onebloom_filter *reader = NULL;
    onebloom_filter_stats stats;
    bool reloaded = false;

    if (publish(path, 100) != ONEBLOOM_OK || onebloom_open(path, strlen(path), "r", 1, &reader) != ONEBLOOM_OK) {
        return failed("first list");
    }
    printf("5000 is %s the first list\n", onebloom_contains_i64(reader, 5000) ? "maybe in" : "not in");

    if (publish(path, 6000) != ONEBLOOM_OK || onebloom_reload(reader, &reloaded) != ONEBLOOM_OK) {
        return failed("second list");
    }
    memset(&stats, 0, sizeof stats);
    stats.struct_size = sizeof stats;
    if (onebloom_stats(reader, true, &stats) != ONEBLOOM_OK) {
        return failed("stats");
    }
    printf("reloaded: %s; 5000 is %s the second list\n", reloaded ? "yes" : "no",
           onebloom_contains_i64(reader, 5000) ? "maybe in" : "not in");
    printf("%s, %.0f keys by its fill, generation %lu\n", stats.kind, (double)stats.estimated_items,
           (unsigned long)stats.generation);
    onebloom_free(reader);
    return 0;
}
