package io.weir.gateway.consume;

import java.util.BitSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs that an input cannot consume: one line for each new reason, and one when all of its consumers
 * consume again. Thread-safe.
 */
final class Outage {
    private static final Logger LOG = LoggerFactory.getLogger(Outage.class);

    private final String input;
    private final String broker;
    private final BitSet failing = new BitSet();
    private String logged = "";

    Outage(String input, String broker) {
        this.input = input;
        this.broker = broker;
    }

    /** A consumer failed, and will retry. */
    synchronized void failed(int consumer, Exception e) {
        failing.set(consumer);
        String why = reason(e);
        if (why.equals(logged)) {
            return;
        }
        logged = why;
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
            logged = "";
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
