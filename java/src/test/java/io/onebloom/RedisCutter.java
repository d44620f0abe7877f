package io.onebloom;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;

/** A server in front of the server that cuts the connection after so many bytes of replies. */
final class RedisCutter implements AutoCloseable {
    final AtomicLong allow = new AtomicLong(Long.MAX_VALUE);
    final int port;
    private final int target;
    private final ServerSocket listen;

    RedisCutter(int target) throws IOException {
        this.target = target;
        listen = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        port = listen.getLocalPort();
        daemon(this::accept);
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket here = listen.accept();
                Socket there = new Socket("127.0.0.1", target);
                daemon(() -> copy(here, there, false));
                daemon(() -> copy(there, here, true));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void copy(Socket from, Socket to, boolean counts) {
        byte[] bytes = new byte[4096];
        try (from; to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(bytes); n > 0; n = in.read(bytes)) {
                int pass = n;
                if (counts) {
                    pass = (int) Math.min(n, Math.max(allow.get(), 0));
                    allow.addAndGet(-pass);
                }
                out.write(bytes, 0, pass);
                if (allow.get() <= 0) {
                    return;
                }
            }
        } catch (IOException e) {
            // the other half closed it
        }
    }

    @Override
    public void close() throws IOException {
        listen.close();
    }
}
