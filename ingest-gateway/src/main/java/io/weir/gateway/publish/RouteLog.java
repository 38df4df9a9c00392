package io.weir.gateway.publish;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs when lines begin to wait in the spool or in memory, and when that is over. Not thread-safe. */
final class RouteLog {
    private static final Logger LOG = LoggerFactory.getLogger(RouteLog.class);

    private String said = "";

    /**
     * Logs a change.
     *
     * @param refused Kafka's refusals in words; empty if there are none
     * @param isSpooling whether lines go through the spool
     * @param isWaiting whether the spool has any
     */
    void now(String refused, boolean isSpooling, boolean isWaiting) {
        if (!refused.isEmpty() && said.isEmpty()) {
            said = refused;
            boolean isInSpool = isSpooling && isWaiting;
            LOG.warn("Kafka {}; {}", refused, isInSpool ? "lines go through the spool" : "lines wait in memory");
        } else if (isSpooling && isWaiting && said.isEmpty()) {
            said = "Kafka is away, or takes less than comes in";
            LOG.warn("{}: lines go through the spool until it has caught up", said);
        } else if (!said.isEmpty() && refused.isEmpty() && !isSpooling) {
            said = "";
            LOG.info("the spool is empty: lines go to Kafka directly");
        }
    }
}
