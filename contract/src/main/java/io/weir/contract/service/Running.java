package io.weir.contract.service;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The started parts of a process, which are closed once, in reverse order. Thread-safe: a signal
 * may arrive during the start.
 */
public final class Running implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Running.class);

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private boolean closed;

    /**
     * Takes over the closing of a part.
     *
     * @throws IllegalStateException if this is closed already; the part is then closed, too
     */
    public <T extends AutoCloseable> T add(T part) {
        synchronized (this) {
            if (!closed) {
                parts.push(part);
                return part;
            }
        }
        close(part);
        throw new IllegalStateException("stopped during the start");
    }

    /** Adds and starts a service. */
    public void start(Service service) {
        add(service).start();
    }

    /** Closes every part, even if closing another one fails. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        for (AutoCloseable part = next(); part != null; part = next()) {
            close(part);
        }
    }

    synchronized boolean isClosed() {
        return closed;
    }

    private synchronized @Nullable AutoCloseable next() {
        return parts.poll();
    }

    private static void close(AutoCloseable part) {
        String name = part instanceof Service service
                ? service.name()
                : part.getClass().getSimpleName();
        long startNanos = System.nanoTime();
        try {
            part.close();
            LOG.debug("closed {} within {} ms", name, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos));
        } catch (Exception e) {
            LOG.error("closing {} failed, closing the others", name, e);
        }
    }
}
