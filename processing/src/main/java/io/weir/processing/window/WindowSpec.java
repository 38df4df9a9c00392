package io.weir.processing.window;

import io.weir.contract.rule.AggregateRule;

/**
 * How long windows are and how long they wait.
 *
 * @param lengthNanos length of a window; windows are aligned to the epoch
 * @param graceNanos how long after its end a window still takes values
 * @param fields the number of fields that are aggregated
 */
public record WindowSpec(long lengthNanos, long graceNanos, int fields) {

    /** The windows that a rule asks for. */
    public static WindowSpec of(AggregateRule rule) {
        return new WindowSpec(
                rule.window().toNanos(), rule.grace().toNanos(), rule.fields().size());
    }

    long start(long timestamp) {
        return Math.floorDiv(timestamp, lengthNanos) * lengthNanos;
    }
}
