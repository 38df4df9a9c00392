package io.weir.gateway.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;

/** A target for scraping, whose answers a test determines byte by byte. Thread-safe. */
public final class Exporter implements AutoCloseable {
    private final ServerSocket socket;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<Arrival> arrivals = new CopyOnWriteArrayList<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final AtomicInteger ended = new AtomicInteger();
    private volatile byte[] answer = {};

    /** A request: its path, and {@link System#nanoTime} of its arrival. */
    public record Arrival(String path, long nanos) {}

    private Exporter(ServerSocketFactory factory, int port) throws IOException {
        socket = factory.createServerSocket(port, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::accept, "exporter");
        thread.setDaemon(true);
        thread.start();
    }

    /** Without an answer yet: a request waits for ever. */
    public static Exporter start() throws IOException {
        return start(ServerSocketFactory.getDefault());
    }

    /** The same with sockets of this factory, such as of TLS. */
    public static Exporter start(ServerSocketFactory factory) throws IOException {
        return new Exporter(factory, 0);
    }

    /** Answers with this body. */
    public Exporter exposing(String body) {
        return exposing("text/plain; version=0.0.4", body.getBytes(UTF_8));
    }

    /** Answers with this body and more headers after the type. */
    public Exporter exposing(String type, byte[] body) {
        return answering(
                "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nContent-Length: " + body.length + "\r\n\r\n", body);
    }

    /** Answers with exactly these bytes. */
    public Exporter answering(String head, byte... body) {
        byte[] first = head.getBytes(ISO_8859_1);
        byte[] all = new byte[first.length + body.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(body, 0, all, first.length, body.length);
        answer = all;
        return this;
    }

    /** HOST:PORT. */
    public String address() {
        return "127.0.0.1:" + socket.getLocalPort();
    }

    /** The heads of all requests so far. */
    public List<String> requests() {
        return requests;
    }

    /** All requests so far. */
    public List<Arrival> arrivals() {
        return arrivals;
    }

    /** Number of connections that the other side has ended. */
    public int ended() {
        return ended.get();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket accepted = socket.accept();
                open.add(accepted);
                Thread thread = new Thread(() -> serve(accepted), "exporter-connection");
                thread.setDaemon(true);
                thread.start();
            } catch (IOException e) {
                // Closed.
            }
        }
    }

    private void serve(Socket accepted) {
        try (accepted) {
            BufferedReader in = new BufferedReader(new InputStreamReader(accepted.getInputStream(), ISO_8859_1));
            OutputStream out = accepted.getOutputStream();
            StringBuilder head = new StringBuilder();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                head.append(line).append('\n');
                if (line.isEmpty()) {
                    requests.add(head.toString());
                    arrivals.add(new Arrival(head.toString().split(" ", 3)[1], System.nanoTime()));
                    head.setLength(0);
                    byte[] bytes = answer;
                    out.write(bytes);
                    out.flush();
                    if (!hasLength(bytes) && bytes.length > 0) {
                        return; // The end of the connection is the end of the body.
                    }
                }
            }
            ended.incrementAndGet();
        } catch (IOException e) {
            ended.incrementAndGet();
        }
    }

    private static boolean hasLength(byte[] answer) {
        return new String(answer, ISO_8859_1).contains("Content-Length");
    }

    @Override
    public void close() {
        try {
            socket.close();
            for (Socket each : open) {
                each.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
