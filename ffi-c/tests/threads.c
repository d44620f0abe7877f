/* Threads as the header allows them, and fork. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 8 };

static int keys_each(void) { return slow() ? 500 : 20000; }

typedef struct {
    onebloom_filter *filter;
    const char *path;
    int number;
    int wrong;
} job;

static void run(void *(*work)(void *), job *jobs) {
    pthread_t threads[THREADS];
    int i;
    for (i = 0; i < THREADS; i++) {
        jobs[i].number = i;
        jobs[i].wrong = 0;
        CHECK(pthread_create(&threads[i], NULL, work, &jobs[i]) == 0);
    }
    for (i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        CHECK(jobs[i].wrong == 0);
    }
}

/* Number 0 adds, the others ask: what was in before is always found. */
static void *one_writer(void *argument) {
    job *j = (job *)argument;
    int i;
    for (i = 0; i < keys_each(); i++) {
        if (j->number == 0) {
            j->wrong += onebloom_add_i64(j->filter, 1000000 + i, NULL) != ONEBLOOM_OK;
        } else {
            j->wrong += onebloom_contains_i64(j->filter, i) != 1;
        }
    }
    return NULL;
}

static void asking_and_adding(void) {
    onebloom_filter *f = make(50000, 1e-6);
    job jobs[THREADS];
    int i, missing = 0;
    for (i = 0; i < keys_each(); i++) {
        OK(onebloom_add_i64(f, i, NULL));
    }
    for (i = 0; i < THREADS; i++) {
        jobs[i].filter = f;
    }
    run(one_writer, jobs);
    for (i = 0; i < keys_each(); i++) {
        missing += onebloom_contains_i64(f, 1000000 + i) != 1;
    }
    CHECK(missing == 0);
    onebloom_free(f);
}

/* Every thread has a handle of its own on one file, and writes. */
static void *own_handle(void *argument) {
    job *j = (job *)argument;
    onebloom_filter *f = NULL;
    int i;
    if (onebloom_open(j->path, strlen(j->path), "r+", 2, &f) != ONEBLOOM_OK) {
        j->wrong = 1;
        return NULL;
    }
    for (i = 0; i < keys_each() / 4; i++) {
        j->wrong += onebloom_add_i64(f, (int64_t)j->number * 1000000 + i, NULL) != ONEBLOOM_OK;
    }
    onebloom_free(f);
    return NULL;
}

static void one_file(void) {
    const char *path = join("%s/threads.bloom", scratch());
    onebloom_filter *f = make(60000, 1e-6);
    job jobs[THREADS];
    int i, n, missing = 0;
    OK(onebloom_save(f, path, strlen(path)));
    onebloom_free(f);
    f = NULL;
    for (i = 0; i < THREADS; i++) {
        jobs[i].path = path;
    }
    run(own_handle, jobs);
    OK(onebloom_load(path, strlen(path), &f));
    for (n = 0; n < THREADS; n++) {
        for (i = 0; i < keys_each() / 4; i++) {
            missing += onebloom_contains_i64(f, (int64_t)n * 1000000 + i) != 1;
        }
    }
    CHECK(missing == 0);
    onebloom_free(f);
    remove(path);
}

/* Each thread has its own last error. */
static void *own_error(void *argument) {
    job *j = (job *)argument;
    int i;
    j->wrong += *onebloom_last_error() != 0 || onebloom_last_error_code() != 0;
    for (i = 0; i < 200; i++) {
        char name[32];
        onebloom_filter *f = NULL;
        int len = snprintf(name, sizeof name, "/nowhere/%d-%d", j->number, i);
        j->wrong += onebloom_load(name, (size_t)len, &f) != ONEBLOOM_NOT_FOUND;
        j->wrong += strstr(onebloom_last_error(), name) == NULL;
    }
    return NULL;
}

static void errors(void) {
    job jobs[THREADS];
    run(own_error, jobs);
}

/* A child's adds stay its own in memory, and are seen through a shared map. */
static void forking(void) {
    const char *path = join("%s/fork.bloom", scratch());
    onebloom_filter *private_one = make(1000, 1e-6), *shared_one = NULL;
    pid_t child;
    int status = -1;
    OK(onebloom_save(private_one, path, strlen(path)));
    OK(onebloom_open(path, strlen(path), "r+", 2, &shared_one));
    fflush(NULL);
    child = fork();
    if (child == 0) {
        int wrong = onebloom_add(private_one, "child", 5, NULL) != ONEBLOOM_OK ||
                    onebloom_contains(private_one, "child", 5) != 1 ||
                    onebloom_add(shared_one, "child", 5, NULL) != ONEBLOOM_OK;
        _exit(wrong);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
    CHECK(onebloom_contains(private_one, "child", 5) == 0);
    CHECK(onebloom_contains(shared_one, "child", 5) == 1);
    onebloom_free(private_one);
    onebloom_free(shared_one);
    remove(path);
}

int main(void) {
    RUN(asking_and_adding);
    RUN(one_file);
    RUN(errors);
    RUN(forking);
    return report("threads");
}
