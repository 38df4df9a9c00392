package io.weir.standalone.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.OptionalLong;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Over TCP, which has no answers: a body is sent once, because a value of an aggregate counts as often as
 * it arrives. The meters of the gateway show when it has received a body.
 */
final class StreamedBits implements BitLoad.Way, AutoCloseable {
    private static final int POLL_MILLIS = 20;

    private final int port;
    private final IntSupplier aggregated;
    private @Nullable Socket socket;
    /** Lines sent to the running gateway. */
    private int lines;

    /** @param aggregated number of lines that the running gateway has aggregated; 0 if it does not answer */
    StreamedBits(int port, IntSupplier aggregated) {
        this.port = port;
        this.aggregated = aggregated;
    }

    @Override
    public String name() {
        return "tcp";
    }

    @Override
    public boolean isOpen() {
        if (socket != null && !isEnded(socket)) {
            return true;
        }
        close();
        lines = 0;
        Socket next = new Socket();
        try {
            next.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            next.setSoTimeout(POLL_MILLIS);
        } catch (IOException e) {
            return false;
        }
        socket = next;
        return true;
    }

    @Override
    public OptionalLong send(String body, int linesOfBody) {
        Socket open = socket;
        if (open == null) {
            throw new IllegalStateException("not open");
        }
        try {
            open.getOutputStream().write(body.getBytes(UTF_8));
        } catch (IOException e) {
            return OptionalLong.empty();
        }
        lines += linesOfBody;
        while (aggregated.getAsInt() < lines) {
            if (isEnded(open)) {
                return OptionalLong.empty();
            }
        }
        return OptionalLong.of(System.currentTimeMillis());
    }

    /** Waits for the end of the connection, briefly. */
    private static boolean isEnded(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true; // Reset.
        }
    }

    @Override
    public void close() {
        try {
            if (socket != null) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
