package io.weir.standalone.status;

import io.weir.contract.alarm.Severity;
import java.util.Map;
import java.util.SortedMap;

/**
 * What the meters of this process said at one moment. Counts are since the start.
 *
 * @param nanos the moment, of {@link System#nanoTime}
 * @param received lines that came in, readable or not
 * @param processed lines that processing has read
 * @param targets what became of them in each store that metrics go to, by the target's name
 * @param losses what did not go that way, by reason; without zeros
 * @param alarms those whose condition holds; without zeros
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
     * One store.
     *
     * @param stored lines that it has acknowledged
     */
    public record Target(long stored, Latency latency) {
        static final Target NOTHING = new Target(0, Latency.NONE);
    }

    /**
     * From the gateway's receipt to the store, over the last minute.
     *
     * @param p50Millis half took at most so long; 0 if nothing was stored
     */
    public record Latency(double p50Millis, double p99Millis) {
        static final Latency NONE = new Latency(0, 0);
    }

    /** What became of the lines in a store; nothing if it is unknown. */
    public Target target(String name) {
        return targets.getOrDefault(name, Target.NOTHING);
    }

    /** Whether anything came, went or was lost since then. */
    boolean hasMovedSince(Reading before) {
        return received != before.received
                || processed != before.processed
                || targets.entrySet().stream()
                        .anyMatch(each -> each.getValue().stored != before.target(each.getKey()).stored)
                || !losses.equals(before.losses);
    }
}
