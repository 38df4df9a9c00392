package io.weir.gateway.publish;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs when lines begin to wait in the spool or in memory, and when they go directly again. Not
 * thread-safe.
 */
final class RouteLog {
    private static final Logger LOG = LoggerFactory.getLogger(RouteLog.class);

    private String logged = "";

    /**
     * Logs a change.
     *
     * @param refused Kafka's refusals in words, or empty
     * @param isSpooling whether lines go through the spool
     * @param isWaiting whether the spool contains lines
     */
    void now(String refused, boolean isSpooling, boolean isWaiting) {
        if (!refused.isEmpty() && logged.isEmpty()) {
            logged = refused;
            boolean isInSpool = isSpooling && isWaiting;
            LOG.warn("Kafka {}; {}", refused, isInSpool ? "lines go through the spool" : "lines wait in memory");
        } else if (isSpooling && isWaiting && logged.isEmpty()) {
            logged = "Kafka is away, or accepts less than the gateway receives";
            LOG.warn("{}: lines go through the spool until Kafka has caught up", logged);
        } else if (!logged.isEmpty() && refused.isEmpty() && !isSpooling) {
            logged = "";
            LOG.info("the spool is empty: lines go directly to Kafka");
        }
    }
}
