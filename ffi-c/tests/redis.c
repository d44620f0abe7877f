/* The Redis tasks: without a server what can be said wrong, and against a real one (redis-server on a socket of its own,
 * spoken to by the client of resp.h) create, add, ask, remove, push, pull, merge, build anew, lose. */
#define _POSIX_C_SOURCE 200809L
#include "resp.h"

/* --- helpers */

static onebloom_redis *redis_named(const char *name, const char *kind, uint64_t capacity) {
    onebloom_redis_settings *settings = NULL;
    onebloom_redis *redis = NULL;
    OK(onebloom_redis_settings_new(&settings));
    OK(onebloom_redis_settings_set_u64(settings, "capacity", 8, capacity));
    OK(onebloom_redis_settings_set_f64(settings, "fpp", 3, 1e-6));
    OK(onebloom_redis_settings_set_text(settings, "kind", 4, kind, strlen(kind)));
    OK(onebloom_redis_settings_set_i64(settings, "keys_per_command", 16, 50));
    OK(onebloom_redis_new((const uint8_t *)name, strlen(name), settings, &redis));
    onebloom_redis_settings_free(settings);
    return redis;
}

static int32_t run(const onebloom_redis *redis, const char *verb) {
    onebloom_redis_task *task = NULL;
    int32_t code = onebloom_redis_begin(redis, verb, strlen(verb), &task);
    if (code == ONEBLOOM_OK) {
        code = turn(task, 0);
    }
    onebloom_redis_task_free(task);
    return code;
}

/* A verb with the keys "user:FROM" … "user:TO - 1"; how many answers are 1. -1: failed. */
static long run_keys(const onebloom_redis *redis, const char *verb, int from, int to) {
    static char text[1000][16];
    const uint8_t *keys[1000];
    size_t lens[1000], n = (size_t)(to - from), i, needed = 0;
    uint8_t answers[1000];
    onebloom_redis_task *task = NULL;
    long yes = 0;
    for (i = 0; i < n; i++) {
        lens[i] = (size_t)snprintf(text[i], sizeof text[i], "user:%d", from + (int)i);
        keys[i] = (const uint8_t *)text[i];
    }
    OK(onebloom_redis_begin_keys(redis, verb, strlen(verb), keys, lens, n, &task));
    if (turn(task, from % 2) != ONEBLOOM_OK) {
        onebloom_redis_task_free(task);
        return -1;
    }
    OK(onebloom_redis_answers(task, NULL, 0, &needed));
    CHECK(needed == n);
    OK(onebloom_redis_answers(task, answers, n, NULL));
    for (i = 0; i < n; i++) {
        yes += answers[i];
    }
    onebloom_redis_task_free(task);
    return yes;
}

/* --- without a server */

static void nulls(void) {
    onebloom_redis_settings *settings = NULL;
    onebloom_redis *redis = redis_named("n", "classic", 10), *out = NULL;
    onebloom_redis_task *task = NULL, *none = NULL;
    onebloom_filter *f = make(10, 0.1), *got = NULL;
    const uint8_t *bytes = (const uint8_t *)"k", *const *args;
    const size_t one = 1, *lens;
    size_t n = 7;
    char buf[64];
#define IS_NULL(call) CODE(call, ONEBLOOM_NULL_POINTER)
    OK(onebloom_redis_settings_new(&settings));
    OK(onebloom_redis_begin(redis, "open", 4, &task));
    IS_NULL(onebloom_redis_settings_new(NULL));
    IS_NULL(onebloom_redis_settings_set_i64(NULL, "ttl", 3, 1));
    IS_NULL(onebloom_redis_settings_set_u64(NULL, "ttl", 3, 1));
    IS_NULL(onebloom_redis_settings_set_f64(NULL, "fpp", 3, 0.1));
    IS_NULL(onebloom_redis_settings_set_text(NULL, "kind", 4, "classic", 7));
    IS_NULL(onebloom_redis_settings_set_i64(settings, NULL, 3, 1));
    IS_NULL(onebloom_redis_settings_set_text(settings, "kind", 4, NULL, 7));
    IS_NULL(onebloom_redis_new(NULL, 3, settings, &out));
    IS_NULL(onebloom_redis_new(bytes, 1, settings, NULL));
    IS_NULL(onebloom_redis_next(NULL, settings, &out));
    IS_NULL(onebloom_redis_next(redis, settings, NULL));
    IS_NULL(onebloom_redis_begin(NULL, "open", 4, &none));
    IS_NULL(onebloom_redis_begin(redis, NULL, 4, &none));
    IS_NULL(onebloom_redis_begin(redis, "open", 4, NULL));
    IS_NULL(onebloom_redis_begin_keys(NULL, "add", 3, &bytes, &one, 1, &none));
    IS_NULL(onebloom_redis_begin_keys(redis, "add", 3, NULL, &one, 1, &none));
    IS_NULL(onebloom_redis_begin_keys(redis, "add", 3, &bytes, NULL, 1, &none));
    IS_NULL(onebloom_redis_begin_keys(redis, "add", 3, &bytes, &one, 1, NULL));
    IS_NULL(onebloom_redis_begin_filter(NULL, "push", 4, f, &none));
    IS_NULL(onebloom_redis_begin_filter(redis, "push", 4, NULL, &none));
    IS_NULL(onebloom_redis_begin_filter(redis, "push", 4, f, NULL));
    IS_NULL(-onebloom_redis_advance(NULL));
    IS_NULL(onebloom_redis_commands(NULL, &n));
    IS_NULL(onebloom_redis_commands(task, NULL));
    IS_NULL(onebloom_redis_command(NULL, 0, &args, &lens, &n, NULL, NULL));
    IS_NULL(onebloom_redis_command(task, 0, NULL, &lens, &n, NULL, NULL));
    IS_NULL(onebloom_redis_command(task, 0, &args, NULL, &n, NULL, NULL));
    IS_NULL(onebloom_redis_command(task, 0, &args, &lens, NULL, NULL, NULL));
    IS_NULL(onebloom_redis_packed(NULL, &bytes, &n));
    IS_NULL(onebloom_redis_packed(task, NULL, &n));
    IS_NULL(onebloom_redis_packed(task, &bytes, NULL));
    IS_NULL(onebloom_redis_reply_nil(NULL));
    IS_NULL(onebloom_redis_reply_int(NULL, 1));
    IS_NULL(onebloom_redis_reply_bytes(NULL, bytes, 1));
    IS_NULL(onebloom_redis_reply_bytes(task, NULL, 1));
    IS_NULL(onebloom_redis_reply_error(NULL, "ERR", 3));
    IS_NULL(onebloom_redis_reply_error(task, NULL, 3));
    IS_NULL(onebloom_redis_reply_list(NULL, 1));
    IS_NULL(onebloom_redis_lost(NULL, "x", 1));
    IS_NULL(onebloom_redis_lost(task, NULL, 1));
    IS_NULL(onebloom_redis_answers(NULL, NULL, 0, &n));
    IS_NULL(onebloom_redis_answers(task, NULL, 0, NULL));
    IS_NULL(onebloom_redis_json(NULL, buf, sizeof buf, &n));
    IS_NULL(onebloom_redis_take_filter(NULL, &got));
    IS_NULL(onebloom_redis_take_filter(task, NULL));
    CODE(onebloom_redis_new(bytes, SIZE_MAX, settings, &out), ONEBLOOM_OUT_OF_RANGE);
    CODE(onebloom_redis_begin_keys(redis, "add", 3, &bytes, &one, SIZE_MAX, &none), ONEBLOOM_OUT_OF_RANGE);
    CODE(onebloom_redis_reply_bytes(task, bytes, SIZE_MAX), ONEBLOOM_OUT_OF_RANGE);
    CHECK(out == NULL && none == NULL && got == NULL);
    onebloom_redis_task_free(task);
    onebloom_redis_task_free(NULL);
    onebloom_redis_free(redis);
    onebloom_redis_free(NULL);
    onebloom_redis_settings_free(settings);
    onebloom_redis_settings_free(NULL);
    onebloom_free(f);
}

static void wrong_use(void) {
    onebloom_redis_settings *settings = NULL;
    onebloom_redis *redis = redis_named("w", "classic", 10);
    onebloom_redis_task *task = NULL;
    onebloom_filter *got = NULL;
    const uint8_t *const *args;
    const size_t *lens;
    size_t n = 0;
    CODE(onebloom_redis_begin(redis, "explode", 7, &task), ONEBLOOM_INVALID_ARGUMENT);
    TEXT(onebloom_last_error(), "explode");
    CODE(onebloom_redis_begin(redis, "add", 3, &task), ONEBLOOM_INVALID_ARGUMENT);
    CODE(onebloom_redis_begin_keys(redis, "push", 4, NULL, NULL, 0, &task), ONEBLOOM_INVALID_ARGUMENT);
    OK(onebloom_redis_settings_new(&settings));
    CODE(onebloom_redis_settings_set_i64(settings, "speed", 5, 1), ONEBLOOM_INVALID_ARGUMENT);
    TEXT(onebloom_last_error(), "speed");
    CODE(onebloom_redis_settings_set_text(settings, "on_unavailable", 14, "panic", 5), ONEBLOOM_INVALID_ARGUMENT);
    onebloom_redis_settings_free(settings);
    /* too few replies, a list that never ended, no such command, no filter */
    OK(onebloom_redis_begin(redis, "open", 4, &task));
    CHECK(onebloom_redis_advance(task) == 1);
    OK(onebloom_redis_commands(task, &n));
    CHECK(n > 0);
    CODE(onebloom_redis_command(task, n, &args, &lens, &n, NULL, NULL), ONEBLOOM_OUT_OF_RANGE);
    CODE(-onebloom_redis_advance(task), ONEBLOOM_INVALID_ARGUMENT);
    TEXT(onebloom_last_error(), "0 replies");
    OK(onebloom_redis_reply_list(task, 2));
    OK(onebloom_redis_reply_nil(task));
    CODE(-onebloom_redis_advance(task), ONEBLOOM_INVALID_ARGUMENT);
    CODE(onebloom_redis_take_filter(task, &got), ONEBLOOM_INVALID_ARGUMENT);
    onebloom_redis_task_free(task);
    onebloom_redis_free(redis);
}

static void lost(void) {
    onebloom_redis_settings *settings = NULL;
    onebloom_redis *strict = redis_named("l", "classic", 10), *mild = NULL;
    onebloom_redis_task *task = NULL;
    const uint8_t *key = (const uint8_t *)"k";
    size_t one = 1, needed = 0;
    uint8_t answer = 9;
    char json[512];
    OK(onebloom_redis_begin_keys(strict, "contains", 8, &key, &one, 1, &task));
    CHECK(onebloom_redis_advance(task) == 1);
    OK(onebloom_redis_lost(task, "connection refused", 18));
    CODE(-onebloom_redis_advance(task), ONEBLOOM_UNAVAILABLE);
    TEXT(onebloom_last_error(), "connection refused");
    onebloom_redis_task_free(task);

    OK(onebloom_redis_settings_new(&settings));
    OK(onebloom_redis_settings_set_text(settings, "on_unavailable", 14, "maybe", 5));
    OK(onebloom_redis_new((const uint8_t *)"l", 1, settings, &mild));
    onebloom_redis_settings_free(settings);
    OK(onebloom_redis_begin_keys(mild, "contains", 8, &key, &one, 1, &task));
    CHECK(onebloom_redis_advance(task) == 1);
    OK(onebloom_redis_lost(task, "connection refused", 18));
    CHECK(onebloom_redis_advance(task) == 0);
    OK(onebloom_redis_answers(task, &answer, 1, &needed));
    CHECK(answer == 1 && needed == 1);
    OK(onebloom_redis_json(task, json, sizeof json, NULL));
    TEXT(json, "connection refused");
    onebloom_redis_task_free(task);
    onebloom_redis_free(strict);
    onebloom_redis_free(mild);
}

/* --- with one */

static void create_add_ask(void) {
    onebloom_redis *users = redis_named("users", "classic", 1000), *again = NULL;
    onebloom_redis_task *task = NULL;
    char json[4096];
    size_t needed;
    OK(run(users, "create"));
    CHECK(run_keys(users, "contains", 0, 500) == 0);
    CHECK(run_keys(users, "add", 0, 500) >= 499);
    CHECK(run_keys(users, "add", 1, 501) <= 2);
    CHECK(run_keys(users, "contains", 0, 500) == 500);
    CHECK(run_keys(users, "contains", 501, 901) <= 1);
    /* somebody else, who knows only the name */
    OK(onebloom_redis_new((const uint8_t *)"users", 5, NULL, &again));
    CHECK(run_keys(again, "contains", 0, 500) == 500);
    OK(onebloom_redis_begin(again, "stats", 5, &task));
    OK(turn(task, 1));
    OK(onebloom_redis_json(task, json, sizeof json, &needed));
    TEXT(json, "\"kind\":\"classic\"");
    TEXT(json, "\"capacity\":1000");
    TEXT(json, "\"warnings\":[");
    onebloom_redis_task_free(task);
    OK(run(again, "delete"));
    CHECK(run_keys(users, "contains", 0, 3) == -1);
    CHECK(onebloom_last_error_code() == ONEBLOOM_UNAVAILABLE);
    CHECK(run_keys(users, "add", 0, 3) == -1);
    CHECK(onebloom_last_error_code() == ONEBLOOM_UNAVAILABLE);
    onebloom_redis_free(users);
    onebloom_redis_free(again);
}

static void counting(void) {
    onebloom_redis *hot = redis_named("hot", "counting", 500);
    OK(run(hot, "create"));
    CHECK(run_keys(hot, "add", 0, 100) >= 99);
    CHECK(run_keys(hot, "remove", 0, 50) == 50);
    CHECK(run_keys(hot, "contains", 0, 50) <= 1);
    CHECK(run_keys(hot, "contains", 50, 100) == 50);
    onebloom_redis_free(hot);
}

/* The string is the file: pushed, it reads as a file; pulled, it is the filter. */
static void push_pull_merge(void) {
    const char *path = join("%s/golden/classic-xxh3.bloom", vectors());
    onebloom_redis *redis = NULL;
    onebloom_redis_task *task = NULL;
    onebloom_filter *f = NULL, *pulled = NULL, *more = make(1000, 0.01), *loaded = NULL;
    bool equal = false;
    block in_redis;
    OK(onebloom_open(path, strlen(path), "r", 1, &f));
    OK(onebloom_redis_new((const uint8_t *)"file", 4, NULL, &redis));
    OK(onebloom_redis_begin_filter(redis, "push", 4, f, &task));
    OK(turn(task, 1));
    onebloom_redis_task_free(task);
    in_redis = command("GET", "file", NULL);
    CHECK(in_redis.len == 1344);
    OK(onebloom_from_bytes(in_redis.data, in_redis.len, &loaded));
    OK(onebloom_equals(loaded, f, &equal));
    CHECK(equal);
    CHECK(run_keys(redis, "contains", 0, 1000) == 1000);
    OK(onebloom_add(more, "one more", 8, NULL));
    OK(onebloom_redis_begin_filter(redis, "merge", 5, more, &task));
    OK(turn(task, 0));
    onebloom_redis_task_free(task);
    OK(onebloom_redis_begin(redis, "pull", 4, &task));
    OK(turn(task, 0));
    OK(onebloom_redis_take_filter(task, &pulled));
    OK(onebloom_merge(loaded, more));
    OK(onebloom_equals(pulled, loaded, &equal));
    CHECK(equal);
    CHECK(onebloom_contains(pulled, "one more", 8) == 1);
    onebloom_free(pulled);
    pulled = NULL;
    CODE(onebloom_redis_take_filter(task, &pulled), ONEBLOOM_INVALID_ARGUMENT);
    onebloom_redis_task_free(task);
    free(in_redis.data);
    onebloom_free(f);
    onebloom_free(more);
    onebloom_free(loaded);
    onebloom_redis_free(redis);
}

/* next, create, add, commit; then it is overwritten by something else. */
static void anew(void) {
    onebloom_redis *live = redis_named("live", "classic", 100), *next = NULL;
    onebloom_redis_settings *settings = NULL;
    OK(run(live, "create"));
    CHECK(run_keys(live, "add", 0, 10) == 10);
    OK(onebloom_redis_settings_new(&settings));
    OK(onebloom_redis_settings_set_i64(settings, "capacity", 8, 5000));
    OK(onebloom_redis_next(live, settings, &next));
    onebloom_redis_settings_free(settings);
    OK(run(next, "create"));
    CHECK(run_keys(live, "add", 10, 20) == 10); /* goes to both */
    CHECK(run_keys(next, "add", 0, 10) == 10);
    OK(run(next, "commit"));
    CHECK(run_keys(live, "contains", 0, 20) == 20);
    free(command("SET", "live", "something else").data);
    CHECK(run_keys(live, "contains", 0, 20) == -1);
    CHECK(onebloom_last_error_code() == ONEBLOOM_UNAVAILABLE);
    onebloom_redis_free(live);
    onebloom_redis_free(next);
}

int main(void) {
    RUN(nulls);
    RUN(wrong_use);
    RUN(lost);
    if (CHECK(start())) {
        RUN(create_add_ask);
        RUN(counting);
        RUN(push_pull_merge);
        RUN(anew);
    } else {
        tests_failed++;
        fprintf(stderr, "redis-server did not start: is it installed?\n");
    }
    stop();
    return report("redis");
}
