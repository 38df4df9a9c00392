package io.weir.standalone.status;

import io.weir.contract.alarm.Severity;
import java.util.Map;
import java.util.SortedMap;

/**
 * The meters of this process at one time. Counts are since the start.
 *
 * @param nanos the time, by {@link System#nanoTime}
 * @param received lines received, readable or not
 * @param processed lines that processing has read
 * @param targets the result for each store that receives metrics, by the target's name
 * @param losses refused, dropped or lost, by reason; without zeros
 * @param alarms active alarms by severity; without zeros
 */
public record Reading(
        long nanos,
        long received,
        long processed,
        SortedMap<String, Target> targets,
        Map<String, Long> losses,
        Map<Severity, Long> alarms) {

    /** The name of the writer's own store among the targets. */
    public static final String MAIN = "main";

    /**
     * The result for one store.
     *
     * @param stored lines that it has acknowledged
     */
    public record Target(long stored, Latency latency) {
        static final Target NOTHING = new Target(0, Latency.NONE);
    }

    /**
     * The latency from the gateway's receipt to the store, over the last minute.
     *
     * @param p50Millis the median; 0 if nothing was stored
     */
    public record Latency(double p50Millis, double p99Millis) {
        static final Latency NONE = new Latency(0, 0);
    }

    /** The result for a store; zeros if it is unknown. */
    public Target target(String name) {
        return targets.getOrDefault(name, Target.NOTHING);
    }

    /** Whether anything was received, processed, stored or lost since {@code before}. */
    boolean hasMovedSince(Reading before) {
        return received != before.received
                || processed != before.processed
                || targets.entrySet().stream()
                        .anyMatch(each -> each.getValue().stored != before.target(each.getKey()).stored)
                || !losses.equals(before.losses);
    }
}
