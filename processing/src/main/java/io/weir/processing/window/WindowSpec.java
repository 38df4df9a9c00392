package io.weir.processing.window;

import io.weir.contract.rule.metric.AggregateRule;

/**
 * How long windows are, how often one begins, how long they wait and what they remember. Windows are aligned to the epoch:
 * one begins at every multiple of {@code everyNanos}.
 *
 * @param lengthNanos a multiple of {@code everyNanos}; equal to it, windows tumble, else they hop and overlap
 * @param graceNanos how long after its end a window still takes values
 * @param layout what is remembered of a field
 */
public record WindowSpec(long lengthNanos, long everyNanos, long graceNanos, CellLayout layout) {

    /** The windows that a rule asks for. */
    public static WindowSpec of(AggregateRule rule) {
        return new WindowSpec(
                rule.window().toNanos(),
                rule.every().toNanos(),
                rule.grace().toNanos(),
                CellLayout.of(rule.functions()));
    }

    /** The start of the last window that a value belongs to. */
    long lastStart(long timestamp) {
        return Math.floorDiv(timestamp, everyNanos) * everyNanos;
    }

    /** The start of the first window that holds what begins at {@code lastStart}. */
    long firstStart(long lastStart) {
        return lastStart - lengthNanos + everyNanos;
    }

    /** The time of the series at which a window closes. */
    long closesAt(long start) {
        return start + lengthNanos + graceNanos;
    }
}
