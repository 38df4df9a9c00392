package io.weir.writer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A server that sends the same answer to every request, even a truncated one, and closes the
 * connection.
 */
final class CutAnswers implements AutoCloseable {
    private final ServerSocket server;
    private final byte[] answer;

    CutAnswers(String answer) {
        this.answer = answer.getBytes(UTF_8);
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread thread = new Thread(this::serve, "cut-answers");
        thread.setDaemon(true);
        thread.start();
    }

    String address() {
        return "127.0.0.1:" + server.getLocalPort();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void serve() {
        while (!server.isClosed()) {
            try (Socket caller = server.accept()) {
                int unused = caller.getInputStream().read(new byte[1 << 16]);
                caller.getOutputStream().write(answer);
            } catch (IOException e) {
                // The caller is gone, or the server was closed.
            }
        }
    }
}
