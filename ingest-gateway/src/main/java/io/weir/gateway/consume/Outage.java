package io.weir.gateway.consume;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs that an input cannot consume: one line for each reason, even if several alternate, and one
 * when all of its consumers consume again. Thread-safe.
 */
final class Outage {
    private static final Logger LOG = LoggerFactory.getLogger(Outage.class);

    /** Reasons that differ each time, as by a port, must not fill the memory. */
    private static final int MOST_REASONS = 20;

    private final String input;
    private final String broker;
    private final BitSet failing = new BitSet();
    private final Set<String> logged = new HashSet<>();

    Outage(String input, String broker) {
        this.input = input;
        this.broker = broker;
    }

    /** A consumer failed, and will retry. */
    synchronized void failed(int consumer, Exception e) {
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

    /** A consumer consumes. */
    synchronized void ended(int consumer) {
        failing.clear(consumer);
        if (failing.isEmpty() && !logged.isEmpty()) {
            logged.clear();
            LOG.info("input {} consumes again", input);
        }
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
