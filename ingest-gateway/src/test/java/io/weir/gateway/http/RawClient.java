package io.weir.gateway.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;

/** Sends arbitrary bytes to an HTTP input and reads its answers, over one connection. */
final class RawClient implements AutoCloseable {
    private static final int DEADLINE_MILLIS = 60_000;

    private final Socket socket;
    private final InputStream in;

    /** An answer with lower-case header names. */
    record Reply(int status, Map<String, String> headers, String body) {}

    RawClient(HttpInput http) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), http.port().orElseThrow());
        socket.setSoTimeout(DEADLINE_MILLIS);
        in = socket.getInputStream();
    }

    /** Sends a complete request and returns its answer. */
    Reply ask(String method, String target, String body, String... headers) throws IOException {
        send(method, target, body.getBytes(UTF_8), headers);
        return reply();
    }

    /** The status of the answer to a POST, for conditions that a test waits for. */
    int status(String target, String body) {
        try {
            return ask("POST", target, body).status();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void send(String method, String target, byte[] body, String... headers) throws IOException {
        StringBuilder head = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: weir\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.write(head.append("Content-Length: " + body.length + "\r\n\r\n")
                .toString()
                .getBytes(ISO_8859_1));
        request.write(body);
        socket.getOutputStream().write(request.toByteArray());
    }

    RawClient send(String bytes) throws IOException {
        socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
        return this;
    }

    /** The next answer; fails without one. */
    Reply reply() throws IOException {
        String status = line();
        Map<String, String> headers = new TreeMap<>();
        for (String header = line(); !header.isEmpty(); header = line()) {
            int colon = header.indexOf(':');
            headers.put(
                    header.substring(0, colon).toLowerCase(Locale.ROOT),
                    header.substring(colon + 1).trim());
        }
        byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        return new Reply(Integer.parseInt(status.split(" ")[1]), headers, new String(body, UTF_8));
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("the connection was closed after " + line);
            }
            line.write(b);
        }
        return line.toString(ISO_8859_1).stripTrailing();
    }

    /** Whether an answer, or the end of the connection, can be read now. */
    boolean hasReply() throws IOException {
        return in.available() > 0;
    }

    /** Whether the server has closed the connection; waits for that and discards earlier data. */
    boolean isClosedByServer() throws IOException {
        try {
            in.readAllBytes();
            return true;
        } catch (java.net.SocketException e) {
            return true; // Reset: closed with unread bytes of this client.
        }
    }

    void stopSending() throws IOException {
        socket.shutdownOutput();
    }

    static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(plain);
        }
        return packed.toByteArray();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
