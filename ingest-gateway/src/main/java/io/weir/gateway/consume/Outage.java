package io.weir.gateway.consume;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs that an input cannot consume: one line for each reason, even if several alternate, and one
 * when all of its consumers consume again. If they fail again soon, the next line waits until they
 * have consumed for longer, so that a connection that ends every few seconds does not fill the log.
 * Thread-safe.
 */
final class Outage {
    private static final Logger LOG = LoggerFactory.getLogger(Outage.class);

    /** Reasons that differ each time, as by a port, must not fill the memory. */
    private static final int MOST_REASONS = 20;

    private static final long STABLE_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** An outage that begins earlier after another shows that the consumers were not stable. */
    private static final long SOON_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final String input;
    private final String broker;
    private final BitSet failing = new BitSet();
    private final Set<String> logged = new HashSet<>();
    private final LongSupplier nanos;
    private long stableNanos = STABLE_NANOS;
    private long endedNanos;

    Outage(String input, String broker, LongSupplier nanos) {
        this.input = input;
        this.broker = broker;
        this.nanos = nanos;
        this.endedNanos = nanos.getAsLong() - SOON_NANOS;
    }

    /** A consumer failed, and will retry. */
    synchronized void failed(int consumer, Exception e) {
        if (failing.isEmpty()) {
            boolean isSoon = nanos.getAsLong() - endedNanos < SOON_NANOS;
            stableNanos = isSoon ? Math.min(2 * stableNanos, SOON_NANOS) : STABLE_NANOS;
        }
        failing.set(consumer);
        String why = reason(e);
        if (logged.size() >= MOST_REASONS || !logged.add(why)) {
            return;
        }
        if (e instanceof RuntimeException) {
            LOG.error("input {} failed to consume from {} and retries", input, broker, e);
        } else {
            LOG.warn("input {} cannot consume from {} and retries: {}", input, broker, why);
        }
    }

    /** A consumer has consumed since this time. Returns whether that is long enough to end its outage. */
    synchronized boolean ended(int consumer, long sinceNanos) {
        long nowNanos = nanos.getAsLong();
        if (nowNanos - sinceNanos < stableNanos) {
            return false;
        }
        boolean hasFailed = failing.get(consumer);
        failing.clear(consumer);
        if (hasFailed && failing.isEmpty()) {
            endedNanos = nowNanos;
            logged.clear();
            LOG.info("input {} consumes again", input);
        }
        return true;
    }

    private static String reason(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause.getMessage() != null) {
                return cause.getMessage();
            }
        }
        return e.toString();
    }
}
