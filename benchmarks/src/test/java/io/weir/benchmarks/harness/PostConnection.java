package io.weir.benchmarks.harness;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Locale;

/**
 * Posts ready bodies to a server on this machine; waits for each answer before the next body. For
 * one thread.
 */
public final class PostConnection implements AutoCloseable {
    private static final String LENGTH = "content-length:";

    private final String head;
    private final Socket socket;
    private final OutputStream requests;
    private final InputStream answers;
    private boolean isAsked;

    /**
     * Connects immediately.
     *
     * @param path must be escaped
     * @param headers further ones, such as {@code Content-Encoding: snappy}
     */
    public PostConnection(int port, String path, String... headers) throws IOException {
        StringBuilder start = new StringBuilder("POST " + path + " HTTP/1.1\r\nHost: weir\r\n");
        for (String header : headers) {
            start.append(header).append("\r\n");
        }
        head = start.append("Content-Length: ").toString();
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        requests = new BufferedOutputStream(socket.getOutputStream());
        answers = new BufferedInputStream(socket.getInputStream());
    }

    /** Returns after the body is sent. */
    public void post(byte[] body, int length) throws IOException {
        awaitAnswer();
        isAsked = true;
        requests.write((head + length + "\r\n\r\n").getBytes(US_ASCII));
        requests.write(body, 0, length);
        requests.flush();
    }

    /**
     * Returns after the last body is answered.
     *
     * @throws IOException if the answer is not one of success
     */
    public void awaitAnswer() throws IOException {
        if (isAsked) {
            String status = line();
            int length = 0;
            for (String header = line(); !header.isEmpty(); header = line()) {
                if (header.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
                    length = Integer.parseInt(header.substring(LENGTH.length()).strip());
                }
            }
            String body = new String(answers.readNBytes(length), US_ASCII);
            if (!status.startsWith("HTTP/1.1 2")) {
                throw new IOException("lines over HTTP were not taken: " + status + ": " + body);
            }
            isAsked = false;
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = answers.read(); next != '\n'; next = answers.read()) {
            if (next < 0) {
                throw new IOException("lines over HTTP were not taken: the connection ended");
            }
            line.append((char) next);
        }
        return line.toString().strip();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
