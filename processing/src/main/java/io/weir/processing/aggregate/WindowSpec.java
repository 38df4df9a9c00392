package io.weir.processing.aggregate;

import io.weir.contract.rule.aggregate.AggregateRule;
import io.weir.contract.rule.aggregate.Repeats;
import io.weir.processing.aggregate.cell.CellLayout;

/**
 * Length, interval, grace period and content of windows. Windows are aligned to the epoch: one
 * begins at every multiple of {@code everyNanos}. Windows of a state have no times.
 *
 * @param lengthNanos a multiple of {@code everyNanos}; windows tumble if both are equal, otherwise
 *     they hop and overlap
 * @param graceNanos how long after its end a window accepts values
 * @param repeats whether a value replaces one with the same stamp
 * @param layout the cells of a field
 */
public record WindowSpec(long lengthNanos, long everyNanos, long graceNanos, Repeats repeats, CellLayout layout) {

    /** Twice the longest window with the longest grace, each 366 days. */
    private static final long MARGIN = 4L * 366 * 24 * 3_600 * 1_000_000_000;

    /** Whether the windows of a timestamp have times that fit a long. */
    static boolean hasWindows(long timestamp) {
        return timestamp > Long.MIN_VALUE + MARGIN && timestamp < Long.MAX_VALUE - MARGIN;
    }

    /** The windows of a rule. */
    public static WindowSpec of(AggregateRule rule) {
        return new WindowSpec(
                rule.window().length().toNanos(),
                rule.every().toNanos(),
                rule.grace().toNanos(),
                rule.repeats(),
                CellLayout.of(rule.functions()));
    }

    /** The same windows, open for longer. */
    WindowSpec openFor(long moreNanos) {
        return new WindowSpec(lengthNanos, everyNanos, graceNanos + moreNanos, repeats, layout);
    }

    /** The start of the last window that contains {@code timestamp}. */
    long lastStart(long timestamp) {
        return Math.floorDiv(timestamp, everyNanos) * everyNanos;
    }

    /** The start of the first window that contains the pane at {@code lastStart}. */
    long firstStart(long lastStart) {
        return lastStart - lengthNanos + everyNanos;
    }

    /** The time of the series at which a window closes. */
    long closesAt(long start) {
        return start + lengthNanos + graceNanos;
    }
}
