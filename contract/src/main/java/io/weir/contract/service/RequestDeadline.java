package io.weir.contract.service;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Closes connections without a complete request: each one after a time, however many bytes it has
 * sent, and the oldest one when there are too many connections. A stalled client therefore cannot
 * block other clients. Thread-safe.
 */
final class RequestDeadline extends Handler.Wrapper implements Connection.Listener {
    private final Duration within;
    private final int mostConnections;
    /** Connections without a request and their scheduled closing, the oldest first. */
    private final Map<EndPoint, Scheduler.Task> waiting = new LinkedHashMap<>();

    private int connections;

    /**
     * Must be the handler of a server and a listener of its connector.
     *
     * @param within the longest time without a request, also for keep-alive connections
     */
    RequestDeadline(Handler handler, Duration within, int mostConnections) {
        super(handler);
        this.within = within;
        this.mostConnections = mostConnections;
    }

    @Override
    public void onOpened(Connection connection) {
        if (isInner(connection)) {
            return;
        }
        Optional<EndPoint> surplus;
        synchronized (waiting) {
            connections++;
            await(connection.getEndPoint());
            Iterator<EndPoint> oldest = waiting.keySet().iterator();
            surplus = connections > mostConnections && oldest.hasNext() ? Optional.of(oldest.next()) : Optional.empty();
        }
        surplus.ifPresent(EndPoint::close);
    }

    @Override
    public void onClosed(Connection connection) {
        if (isInner(connection)) {
            return;
        }
        synchronized (waiting) {
            connections--;
            arrived(connection.getEndPoint());
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        EndPoint outer = outer(request.getConnectionMetaData().getConnection().getEndPoint());
        synchronized (waiting) {
            arrived(outer);
        }
        Request.addCompletionListener(request, failure -> {
            synchronized (waiting) {
                await(outer);
            }
        });
        return super.handle(request, response, callback);
    }

    private void await(EndPoint endPoint) {
        arrived(endPoint);
        if (endPoint.isOpen()) {
            waiting.put(
                    endPoint,
                    getServer().getScheduler().schedule(endPoint::close, within.toMillis(), TimeUnit.MILLISECONDS));
        }
    }

    private void arrived(EndPoint endPoint) {
        Scheduler.Task closing = waiting.remove(endPoint);
        if (closing != null) {
            closing.cancel();
        }
    }

    /** Whether the connection is inside TLS: then the outer connection counts. */
    private static boolean isInner(Connection connection) {
        return connection.getEndPoint() instanceof EndPoint.Wrapper;
    }

    private static EndPoint outer(EndPoint endPoint) {
        return endPoint instanceof EndPoint.Wrapper inner ? outer(inner.unwrap()) : endPoint;
    }
}
