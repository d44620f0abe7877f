package io.onebloom;

import io.onebloom.redis.RedisBloomFilter;
import io.onebloom.redis.RedisWire;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A client of a few lines: what RedisWire asks for is all that is needed. */
final class RedisBare implements RedisWire, AutoCloseable {
    private final Socket socket;
    private final InputStream in;

    RedisBare(int port) throws IOException {
        socket = new Socket("127.0.0.1", port);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** In a JVM of its own, without Jedis. */
    public static void main(String[] args) throws IOException {
        try (RedisBare wire = new RedisBare(Integer.parseInt(args[0]))) {
            RedisBloomFilter f = RedisBloomFilter.create(wire, "bare", 100, 0.01);
            System.out.println(f.add("a") + " " + f.contains("a") + " " + f.contains("b"));
        }
    }

    @Override
    public List<Object> send(List<RedisCommand> commands) throws IOException {
        OutputStream out = socket.getOutputStream();
        for (RedisCommand command : commands) {
            out.write(("*" + command.args().length + "\r\n").getBytes(StandardCharsets.US_ASCII));
            for (byte[] arg : command.args()) {
                out.write(("$" + arg.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
                out.write(arg);
                out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
            }
        }
        List<Object> replies = new ArrayList<>();
        for (int i = 0; i < commands.size(); i++) {
            replies.add(reply());
        }
        return replies;
    }

    private Object reply() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("the server closed the connection");
            }
            line.append((char) c);
        }
        String rest = line.substring(1, line.length() - 1);
        switch (line.charAt(0)) {
            case '+':
                return rest;
            case '-':
                return new RuntimeException(rest);
            case ':':
                return Long.valueOf(rest);
            case '$':
                byte[] bytes = Integer.parseInt(rest) < 0 ? null : in.readNBytes(Integer.parseInt(rest));
                in.skipNBytes(bytes == null ? 0 : 2);
                return bytes;
            default:
                List<Object> list = new ArrayList<>();
                for (int n = Integer.parseInt(rest); n > 0; n--) {
                    list.add(reply());
                }
                return list;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
