package io.weir.benchmarks.harness;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;

/**
 * Posts ready bodies to a server on this machine; waits for each answer before the next body. For
 * one thread.
 */
public final class PostConnection implements AutoCloseable {
    private static final String NO_CONTENT = "HTTP/1.1 204 ";

    private final String head;
    private final Socket socket;
    private final BufferedReader answers;
    private boolean isAsked;

    /** Connects immediately; {@code path} must be escaped. */
    public PostConnection(int port, String path) throws IOException {
        head = "POST " + path + " HTTP/1.1\r\nHost: weir\r\nContent-Length: ";
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
    }

    /** Returns after the body is sent. */
    public void post(byte[] body, int length) throws IOException {
        awaitAnswer();
        isAsked = true;
        socket.getOutputStream().write((head + length + "\r\n\r\n").getBytes(US_ASCII));
        socket.getOutputStream().write(body, 0, length);
    }

    /** Returns after the last body is answered: its lines are durable then. */
    public void awaitAnswer() throws IOException {
        if (isAsked) {
            String status = answers.readLine();
            if (status == null || !status.startsWith(NO_CONTENT)) {
                throw new IOException("lines over HTTP were not taken: " + status);
            }
            String header = status;
            while (header != null && !header.isEmpty()) {
                header = answers.readLine();
            }
            isAsked = false;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
