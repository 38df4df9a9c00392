package io.weir.query.store;

import io.weir.query.series.Ranges;
import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * The parts of which ranges consist, numbered from 0. Ranges share their edges, so a part is either the millisecond of an
 * edge, with an even number, or all between two edges, with an odd one. A single range is one part.
 *
 * @param ranges that consist of these
 * @param length milliseconds from edge to edge
 */
public record Panes(Ranges ranges, long length) {
    /** Shorter panes have about as many rows as there are samples. */
    private static final long SHORTEST = 10_000;

    /** Empty if the panes would be too short to be worth it. */
    static Optional<Panes> of(Ranges ranges) {
        if (ranges.count() == 1) {
            return Optional.of(new Panes(ranges, ranges.length()));
        }
        long length = divisor(ranges.length(), ranges.step());
        return length < SHORTEST ? Optional.empty() : Optional.of(new Panes(ranges, length));
    }

    private static long divisor(long a, long b) {
        return b == 0 ? a : divisor(b, a % b);
    }

    public boolean areOne() {
        return ranges.count() == 1;
    }

    /** The first pane of a range. */
    long first(int range) {
        return areOne() ? 0 : 2 * (range * ranges.step() / length);
    }

    /** The last pane of a range. */
    long last(int range) {
        return areOne() ? 0 : 2 * ((range * ranges.step() + ranges.length()) / length);
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
        String edge = divide.apply(age, Long.toString(length));
        // 0 at the edge, and 1 after it.
        String isAfter = divide.apply("(" + age + " % " + length + " + " + (length - 1) + ")", Long.toString(length));
        return "2 * " + edge + " + " + isAfter;
    }
}
