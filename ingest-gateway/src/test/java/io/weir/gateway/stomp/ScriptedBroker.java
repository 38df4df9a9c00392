package io.weir.gateway.stomp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A broker that greets as a test says, confirms what asks for a receipt, and records all frames. */
final class ScriptedBroker implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    private final BlockingQueue<String> frames = new LinkedBlockingQueue<>();
    private final String greeting;
    private final Map<String, String> beforeReceipts = new ConcurrentHashMap<>();
    private final List<String> receipts = new CopyOnWriteArrayList<>();
    private volatile @Nullable Socket socket;

    /** {@code greeting} without the NUL; empty for a broker that does not answer. */
    ScriptedBroker(String greeting) throws IOException {
        this.greeting = greeting;
        Thread thread = new Thread(this::serve, "scripted-broker");
        thread.setDaemon(true);
        thread.start();
    }

    StompAddress address() {
        return new StompAddress("127.0.0.1", server.getLocalPort());
    }

    /** Sends text before this receipt. */
    void beforeReceipt(String id, String text) {
        beforeReceipts.put(id, text);
    }

    /** The next frame of the client, as text; a heart-beat is a line feed. */
    String next() throws InterruptedException {
        String next = frames.poll(30, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("no frame within 30 s");
        }
        return next;
    }

    /** The ids of the receipts that were sent. */
    List<String> receipts() {
        return List.copyOf(receipts);
    }

    List<String> frames() {
        return List.copyOf(frames);
    }

    /** Sends text; NUL is written as {@code @}. */
    void send(String text) {
        boolean unused = sent(text);
    }

    /** False if the client has gone. */
    private boolean sent(String text) {
        try {
            Socket open = socket;
            if (open != null) {
                open.getOutputStream().write(text.replace('@', '\0').getBytes(UTF_8));
            }
            return open != null;
        } catch (IOException e) {
            return false;
        }
    }

    private void serve() {
        while (!server.isClosed()) {
            try (Socket accepted = server.accept()) {
                socket = accepted;
                read(new BufferedInputStream(accepted.getInputStream()));
            } catch (IOException e) {
                // The next connection.
            }
        }
    }

    private void read(InputStream in) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next == 0) {
                answer(frame.toString(UTF_8));
                frame.reset();
            } else if (next == '\n' && frame.size() == 0) {
                frames.add("\n");
            } else {
                frame.write(next);
            }
        }
        frames.add("end");
    }

    private void answer(String frame) {
        frames.add(frame);
        if (frame.startsWith("CONNECT\n")) {
            send(greeting.isEmpty() ? "" : greeting + "@");
        }
        int receipt = frame.indexOf("\nreceipt:");
        if (receipt >= 0) {
            String id = frame.substring(receipt + 9, frame.indexOf('\n', receipt + 1));
            if (sent(beforeReceipts.getOrDefault(id, "")) && sent("RECEIPT\nreceipt-id:" + id + "\n\n@")) {
                receipts.add(id);
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        Socket open = socket;
        if (open != null) {
            open.close();
        }
    }
}
