package io.weir.gateway.scrape;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs which targets of a job fail: one line when that changes, and at most one in ten seconds,
 * because a whole rack may fail at once. Thread-safe.
 */
final class JobLog {
    private static final Logger LOG = LoggerFactory.getLogger(JobLog.class);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final String job;
    private final Map<String, String> failing = new LinkedHashMap<>();
    private boolean hasChanged;
    private long logNanos = System.nanoTime() - PAUSE_NANOS;

    JobLog(String job) {
        this.job = job;
    }

    /** A scrape of a target ended; {@code why} is empty if it succeeded. */
    synchronized void ended(Target target, String why) {
        String url = target.uri().toString();
        hasChanged |= why.isEmpty() ? failing.remove(url) != null : !why.equals(failing.put(url, why));
        log();
    }

    /** The target is gone. */
    synchronized void removed(Target target) {
        hasChanged |= failing.remove(target.uri().toString()) != null;
    }

    private void log() {
        long now = System.nanoTime();
        if (!hasChanged || now - logNanos < PAUSE_NANOS) {
            return;
        }
        hasChanged = false;
        logNanos = now;
        if (failing.isEmpty()) {
            LOG.info("scrape job={} all targets answer", job);
        } else {
            Map.Entry<String, String> first = failing.entrySet().iterator().next();
            LOG.warn(
                    "scrape job={} failing targets={} such as {}: {}",
                    job,
                    failing.size(),
                    first.getKey(),
                    first.getValue());
        }
    }
}
