/* A Redis server of the test's own, and a client that turns the crank of a task: bytes out, replies in. */
#ifndef RESP_H
#define RESP_H

#include "check.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int connection = -1;
static pid_t server = -1;

static char inbox[1 << 16];
static size_t inbox_at, inbox_len;

static int next_byte(void) {
    if (inbox_at == inbox_len) {
        ssize_t got = read(connection, inbox, sizeof inbox);
        if (got <= 0) {
            fprintf(stderr, "the server is gone\n");
            exit(2);
        }
        inbox_at = 0;
        inbox_len = (size_t)got;
    }
    return (unsigned char)inbox[inbox_at++];
}

/* A line without its CR LF. */
static size_t next_line(char *line, size_t room) {
    size_t n = 0;
    int c;
    while ((c = next_byte()) != '\r') {
        if (n + 1 < room) {
            line[n++] = (char)c;
        }
    }
    next_byte();
    line[n] = 0;
    return n;
}

static void send_all(const void *bytes, size_t len) {
    const char *at = (const char *)bytes;
    while (len > 0) {
        ssize_t sent = write(connection, at, len);
        if (sent <= 0) {
            fprintf(stderr, "the server is gone\n");
            exit(2);
        }
        at += sent;
        len -= (size_t)sent;
    }
}

/* Reads one reply and gives it to the task; NULL only reads it, and `kept` gets a bulk string. */
static void give_reply(onebloom_redis_task *task, block *kept) {
    char line[1024];
    size_t len = next_line(line, sizeof line), i;
    long number = strtol(line + 1, NULL, 10);
    switch (line[0]) {
    case '+':
        OK(task ? onebloom_redis_reply_bytes(task, (const uint8_t *)line + 1, len - 1) : 0);
        break;
    case '-':
        OK(task ? onebloom_redis_reply_error(task, line + 1, len - 1) : 0);
        break;
    case ':':
        OK(task ? onebloom_redis_reply_int(task, (int64_t)strtoll(line + 1, NULL, 10)) : 0);
        break;
    case '$':
        if (number < 0) {
            OK(task ? onebloom_redis_reply_nil(task) : 0);
        } else {
            unsigned char *bytes = (unsigned char *)malloc((size_t)number + 1);
            for (i = 0; i < (size_t)number; i++) {
                bytes[i] = (unsigned char)next_byte();
            }
            next_byte();
            next_byte();
            OK(task ? onebloom_redis_reply_bytes(task, bytes, (size_t)number) : 0);
            if (kept) {
                kept->data = bytes;
                kept->len = (size_t)number;
            } else {
                free(bytes);
            }
        }
        break;
    case '*':
        if (number < 0) {
            OK(task ? onebloom_redis_reply_nil(task) : 0);
            break;
        }
        OK(task ? onebloom_redis_reply_list(task, (size_t)number) : 0);
        for (i = 0; i < (size_t)number; i++) {
            give_reply(task, NULL);
        }
        break;
    default:
        CHECK(!"a reply that this client knows");
    }
}

/* A command of our own: up to three words. */
static block command(const char *a, const char *b, const char *c) {
    const char *words[3];
    block reply = {NULL, 0};
    size_t n = c ? 3 : b ? 2 : 1, i;
    words[0] = a;
    words[1] = b;
    words[2] = c;
    send_all(join("*%d\r\n", (int)n), 4);
    for (i = 0; i < n; i++) {
        const char *word = join("$%lu\r\n%s\r\n", (unsigned long)strlen(words[i]), words[i]);
        send_all(word, strlen(word));
    }
    give_reply(NULL, &reply);
    return reply;
}

/* Turns the crank. Sends what `onebloom_redis_packed` gives or, to see that it is the same, packs the arguments itself. */
static int32_t turn(onebloom_redis_task *task, int pack_here) {
    int32_t more;
    while ((more = onebloom_redis_advance(task)) == 1) {
        size_t n = 0, i, j, count, key, len;
        const uint8_t *bytes;
        OK(onebloom_redis_commands(task, &n));
        CHECK(n > 0);
        if (!pack_here) {
            OK(onebloom_redis_packed(task, &bytes, &len));
            send_all(bytes, len);
        }
        for (i = 0; pack_here && i < n; i++) {
            const uint8_t *const *args;
            const size_t *lens;
            const char *head;
            uint32_t flags;
            OK(onebloom_redis_command(task, i, &args, &lens, &count, &key, &flags));
            CHECK(count > 0 && key < count && flags < 4);
            head = join("*%lu\r\n", (unsigned long)count);
            send_all(head, strlen(head));
            for (j = 0; j < count; j++) {
                head = join("$%lu\r\n", (unsigned long)lens[j]);
                send_all(head, strlen(head));
                send_all(args[j], lens[j]);
                send_all("\r\n", 2);
            }
        }
        for (i = 0; i < n; i++) {
            give_reply(task, NULL);
        }
    }
    return -more;
}

static int start(void) {
    const char *path = join("%s/redis.%d", scratch(), (int)getpid());
    struct sockaddr_un address;
    struct timespec pause = {0, 50 * 1000 * 1000};
    int i;
    memset(&address, 0, sizeof address);
    address.sun_family = AF_UNIX;
    if (strlen(path) >= sizeof address.sun_path) {
        path = join("/tmp/onebloom-redis.%d", (int)getpid());
    }
    strcpy(address.sun_path, path);
    server = fork();
    if (server == 0) {
        int null = open("/dev/null", O_RDWR);
        dup2(null, 1);
        dup2(null, 2);
        execlp("redis-server", "redis-server", "--port", "0", "--unixsocket", path, "--save", "", "--appendonly", "no",
               (char *)NULL);
        _exit(127);
    }
    for (i = 0; i < 400; i++) {
        connection = socket(AF_UNIX, SOCK_STREAM, 0);
        if (connect(connection, (struct sockaddr *)&address, sizeof address) == 0) {
            return 1;
        }
        close(connection);
        nanosleep(&pause, NULL);
    }
    return 0;
}

static void stop(void) {
    int status;
    close(connection);
    if (server > 0) {
        kill(server, SIGTERM);
        waitpid(server, &status, 0);
    }
}

#endif
