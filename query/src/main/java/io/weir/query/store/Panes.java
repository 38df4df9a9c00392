package io.weir.query.store;

import io.weir.query.series.Ranges;
import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * The parts of which ranges consist, numbered from 0. If there is time between the ranges, each range is a part with an
 * even number, and the time between two ranges is a part with an odd number. Other ranges share samples, at least those of
 * their edges: a part with an even number is the millisecond of an edge, and one with an odd number the time between two
 * edges.
 *
 * @param period milliseconds from a part with an even number to the next one; for a single part, all
 * @param length milliseconds from the start of a part with an even number to its end
 */
public record Panes(Ranges ranges, long period, long length) {
    /** Of shorter parts, a store would need more memory than their few samples need on the way to Weir. */
    private static final long SHORTEST = 60_000;

    /** Empty if they would be too short to be worth it. A single range is worth it in any case. */
    static Optional<Panes> of(Ranges ranges) {
        long length = ranges.length();
        if (ranges.count() == 1) {
            return Optional.of(new Panes(ranges, length + 1, length));
        }
        boolean areApart = length < ranges.step();
        long edges = divisor(length, ranges.step());
        long shortest = areApart ? length : edges;
        Panes panes = areApart ? new Panes(ranges, ranges.step(), length) : new Panes(ranges, edges, 0);
        return shortest >= SHORTEST ? Optional.of(panes) : Optional.empty();
    }

    private static long divisor(long a, long b) {
        return b == 0 ? a : divisor(b, a % b);
    }

    public boolean areOne() {
        return ranges.count() == 1;
    }

    /** Whether each range is one pane, and shares no sample with another range. */
    boolean areRanges() {
        return length == ranges.length();
    }

    /** Whether panes with odd numbers are in no range. */
    public boolean haveGaps() {
        return areRanges() && !areOne();
    }

    /** Whether those panes are not longer than ranges, so that a store may group their samples, too, and then leave them out. */
    public boolean haveSmallGaps() {
        return haveGaps() && period - length <= length;
    }

    /** The first pane of a range. */
    long first(int range) {
        return 2 * (range * ranges.step() / period);
    }

    /** The last pane of a range. */
    long last(int range) {
        return 2 * ((range * ranges.step() + ranges.length()) / period);
    }

    /**
     * The number of a row's pane in a statement.
     *
     * @param age of the row: an expression of whole milliseconds since the start of the first range
     * @param divide writes the division of whole numbers
     */
    public String number(String age, BinaryOperator<String> divide) {
        if (areOne()) {
            return "0";
        }
        // The even panes that have started, and those that have ended, before the row.
        String started = divide.apply(age, Long.toString(period));
        String ended = divide.apply("(" + age + " + " + (period - length - 1) + ")", Long.toString(period));
        return started + " + " + ended;
    }

    /** The condition that a row is in a range, in a statement; see {@link #number}. */
    public String contain(String age, BinaryOperator<String> divide) {
        return age + " - " + divide.apply(age, Long.toString(period)) + " * " + period + " <= " + length;
    }
}
