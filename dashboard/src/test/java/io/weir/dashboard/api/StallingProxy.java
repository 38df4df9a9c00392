package io.weir.dashboard.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;

/** Forwards connections to a server, and holds each answer back after its beginning until {@link #goOn}. */
final class StallingProxy implements AutoCloseable {
    private static final int FORWARDED = 50_000;

    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final CountDownLatch stalled = new CountDownLatch(1);
    private final CountDownLatch closedWhileStalled = new CountDownLatch(1);
    private final int port;

    /** @param port of the server on this machine */
    StallingProxy(int port) throws IOException {
        this.port = port;
        start(() -> {
            while (true) {
                accept(listening.accept());
            }
        });
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException | InterruptedException e) {
                // A connection or the test ends.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void accept(Socket client) throws IOException {
        Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
        start(() -> {
            try (server) {
                client.getInputStream().transferTo(server.getOutputStream());
            } finally {
                if (stalled.getCount() == 0 && goesOn.getCount() > 0) {
                    closedWhileStalled.countDown();
                }
            }
        });
        start(() -> {
            try (client) {
                answer(server.getInputStream(), client.getOutputStream());
            }
        });
    }

    private void answer(InputStream in, OutputStream out) throws IOException, InterruptedException {
        byte[] buffer = new byte[8_192];
        long forwarded = 0;
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            out.write(buffer, 0, count);
            forwarded += count;
            if (forwarded > FORWARDED) {
                stalled.countDown();
                goesOn.await();
            }
        }
    }

    String http() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    void awaitStalled() throws InterruptedException {
        stalled.await();
    }

    /** Waits until a client closes its connection while an answer is held back. */
    void awaitClosed() throws InterruptedException {
        closedWhileStalled.await();
    }

    void goOn() {
        goesOn.countDown();
    }

    @Override
    public void close() throws IOException {
        goOn();
        listening.close();
    }
}
