package io.weir.dashboard.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/**
 * Interrupts the thread of a request if its client closes the connection. The server itself reads nothing from a
 * connection while a request is processed, and would notice that only when it writes the answer.
 */
final class ClientWatch implements AutoCloseable {
    private final Thread thread = Thread.currentThread();
    private final Runnable onDisconnect;
    private final Connection connection;
    private final EndPoint endPoint;
    private boolean isClosed;
    private boolean isInterrupted;

    /**
     * Watches for the current thread, whose request is read to its end.
     *
     * @param onDisconnect called at most once, before the interrupt
     */
    ClientWatch(Request request, Runnable onDisconnect) {
        this.onDisconnect = onDisconnect;
        connection = request.getConnectionMetaData().getConnection();
        endPoint = connection.getEndPoint();
        // A client that closes its connection makes it readable.
        endPoint.tryFillInterested(Callback.from(this::readable, failure -> disconnected()));
    }

    /** Reads one byte, as the server would after the request. */
    private synchronized void readable() {
        if (isClosed) {
            return;
        }
        ByteBuffer one = BufferUtil.allocate(1);
        try {
            if (endPoint.fill(one) < 0) {
                disconnected();
            } else if (one.hasRemaining()) {
                keep(one);
            } else {
                endPoint.tryFillInterested(Callback.from(this::readable, failure -> disconnected()));
            }
        } catch (IOException e) {
            disconnected();
        }
    }

    /** The client has sent its next request already: it waits for both answers, and is no longer watched. */
    private void keep(ByteBuffer next) {
        if (connection instanceof Connection.UpgradeTo reader) {
            reader.onUpgradeTo(next);
        }
        if (next.hasRemaining()) {
            endPoint.close();
        }
    }

    private synchronized void disconnected() {
        if (!isClosed && !isInterrupted) {
            isInterrupted = true;
            onDisconnect.run();
            thread.interrupt();
        }
    }

    /** Ends the watch in the thread of the request. The thread is not interrupted any more. */
    @Override
    public synchronized void close() {
        isClosed = true;
        if (endPoint instanceof AbstractEndPoint watched) {
            // The server registers its own interest after the request.
            watched.getFillInterest().fillable();
        }
        if (isInterrupted) {
            Thread.interrupted();
        }
    }
}
