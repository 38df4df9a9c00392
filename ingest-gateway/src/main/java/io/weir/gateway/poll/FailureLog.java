package io.weir.gateway.poll;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs which targets of a job fail: one line when that changes, and at most one in ten seconds,
 * because a whole rack may fail at the same time. Thread-safe.
 */
public final class FailureLog {
    private static final Logger LOG = LoggerFactory.getLogger(FailureLog.class);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final String job;
    private final Map<String, String> failing = new LinkedHashMap<>();
    private boolean hasChanged;
    private long logNanos = System.nanoTime() - PAUSE_NANOS;

    /** {@code job} names the job in the log. */
    public FailureLog(String job) {
        this.job = job;
    }

    /** A poll of a target ended; {@code why} is empty if it succeeded. */
    public synchronized void ended(String target, String why) {
        hasChanged |= why.isEmpty() ? failing.remove(target) != null : !why.equals(failing.put(target, why));
        log();
    }

    /** The target is gone. */
    public synchronized void removed(String target) {
        hasChanged |= failing.remove(target) != null;
    }

    private void log() {
        long now = System.nanoTime();
        if (!hasChanged || now - logNanos < PAUSE_NANOS) {
            return;
        }
        hasChanged = false;
        logNanos = now;
        if (failing.isEmpty()) {
            LOG.info("{} all targets answer", job);
        } else {
            Map.Entry<String, String> first = failing.entrySet().iterator().next();
            LOG.warn("{} failing targets={} such as {}: {}", job, failing.size(), first.getKey(), first.getValue());
        }
    }
}
