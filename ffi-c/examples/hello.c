/* A filter of three keys: made, saved, opened by mapping, asked.
 *
 *     cc hello.c $(pkg-config --cflags --libs onebloom) -o hello && ./hello users.bloom
 */
#include <onebloom.h>
#include <stdio.h>
#include <string.h>

static int failed(const char *what) {
    fprintf(stderr, "%s: %s: %s\n", what, onebloom_error_name(onebloom_last_error_code()), onebloom_last_error());
    return 1;
}

int main(int argc, char **argv) {
    const char *path = argc > 1 ? argv[1] : "users.bloom";
    const char *names[] = {"alice", "bob", "小明"};
    onebloom_params params;
    onebloom_filter *filter = NULL;
    size_t i;

    onebloom_params_init(&params, sizeof params);
    params.capacity = 1000; /* keys */
    params.fpp = 0.01;      /* one wrong "maybe" in a hundred, once they are all in */
    if (onebloom_create(&params, &filter) != ONEBLOOM_OK) {
        return failed("create");
    }
    for (i = 0; i < 3; i++) {
        if (onebloom_add(filter, names[i], strlen(names[i]), NULL) != ONEBLOOM_OK) {
            return failed("add");
        }
    }
    onebloom_add_i64(filter, 42, NULL); /* the same key as "42" */
    if (onebloom_save(filter, path, strlen(path)) != ONEBLOOM_OK) {
        return failed("save");
    }
    onebloom_free(filter);

    /* Any number of processes may map the file; they share its memory. */
    if (onebloom_open(path, strlen(path), "r", 1, &filter) != ONEBLOOM_OK) {
        return failed("open");
    }
    printf("alice   %s\n", onebloom_contains(filter, "alice", 5) ? "maybe" : "certainly not");
    printf("小明    %s\n", onebloom_contains(filter, "小明", strlen("小明")) ? "maybe" : "certainly not");
    printf("\"42\"    %s\n", onebloom_contains(filter, "42", 2) ? "maybe" : "certainly not");
    printf("mallory %s\n", onebloom_contains(filter, "mallory", 7) ? "maybe" : "certainly not");
    onebloom_free(filter);
    return 0;
}
