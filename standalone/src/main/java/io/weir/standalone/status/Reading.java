package io.weir.standalone.status;

import io.weir.contract.alarm.Severity;
import java.util.Map;

/**
 * What the meters of this process said at one moment. Counts are since the start.
 *
 * @param nanos the moment, of {@link System#nanoTime}
 * @param received lines that came in, readable or not
 * @param processed lines that processing has read
 * @param stored lines that the store has acknowledged
 * @param losses what did not go that way, by reason; without zeros
 * @param alarms those whose condition holds; without zeros
 */
public record Reading(
        long nanos,
        long received,
        long processed,
        long stored,
        Latency latency,
        Map<String, Long> losses,
        Map<Severity, Long> alarms) {

    /**
     * From the gateway's receipt to the store, over the last minute.
     *
     * @param p50Millis half took at most so long; 0 if nothing was stored
     */
    public record Latency(double p50Millis, double p99Millis) {
        static final Latency NONE = new Latency(0, 0);
    }

    /** Whether anything came, went or was lost since then. */
    boolean hasMovedSince(Reading before) {
        return received != before.received
                || processed != before.processed
                || stored != before.stored
                || !losses.equals(before.losses);
    }
}
