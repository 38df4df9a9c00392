package io.weir.query.store;

import io.weir.query.series.Ranges;
import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * The parts of which ranges consist, numbered from 0. Ranges with a time between them are one part each. Others share
 * samples, at least those of their edges: their parts are the millisecond of an edge, with an even number, or all between
 * two edges, with an odd one.
 *
 * @param edges milliseconds from edge to edge; 0 if each range is one part
 */
public record Panes(Ranges ranges, long edges) {
    /** Of shorter parts, a store would need more memory than their few samples need on the way to Weir. */
    private static final long SHORTEST = 60_000;

    /** Empty if they would be too short to be worth it. A single range is worth it in any case. */
    static Optional<Panes> of(Ranges ranges) {
        boolean areApart = ranges.count() == 1 || ranges.length() < ranges.step();
        long edges = areApart ? 0 : divisor(ranges.length(), ranges.step());
        long shortest = areApart ? ranges.length() : edges;
        return ranges.count() == 1 || shortest >= SHORTEST ? Optional.of(new Panes(ranges, edges)) : Optional.empty();
    }

    private static long divisor(long a, long b) {
        return b == 0 ? a : divisor(b, a % b);
    }

    public boolean areOne() {
        return ranges.count() == 1;
    }

    /** Whether each range is one pane, and shares no sample with another range. */
    boolean areRanges() {
        return edges == 0;
    }

    /** Milliseconds from a pane to the next one; for a single one, all. */
    long period() {
        if (areOne()) {
            return ranges.length() + 1;
        }
        return edges == 0 ? ranges.step() : edges;
    }

    /** The first pane of a range. */
    long first(int range) {
        return edges == 0 ? range : 2 * (range * ranges.step() / edges);
    }

    /** The last pane of a range. */
    long last(int range) {
        return edges == 0 ? range : 2 * ((range * ranges.step() + ranges.length()) / edges);
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
        if (edges == 0) {
            return divide.apply(age, Long.toString(ranges.step()));
        }
        // The edges before and after the row, which are the same at an edge.
        String before = divide.apply(age, Long.toString(edges));
        String after = divide.apply("(" + age + " + " + (edges - 1) + ")", Long.toString(edges));
        return before + " + " + after;
    }

    /** The condition that a row is in a range, in a statement; see {@link #number}. Only ranges that are apart leave rows out. */
    public String contain(String age, BinaryOperator<String> divide) {
        return areOne() || edges > 0
                ? "1 = 1"
                : age + " - " + number(age, divide) + " * " + ranges.step() + " <= " + ranges.length();
    }
}
