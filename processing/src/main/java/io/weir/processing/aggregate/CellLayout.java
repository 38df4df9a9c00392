package io.weir.processing.aggregate;

import io.weir.contract.rule.metric.AggregateFunction;
import io.weir.contract.rule.metric.AggregateFunction.Kind;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The layout of an entry: the cells of a flat array that the requested functions need to remember a
 * field's values. Cells are longs, or the bits of doubles; an entry of zeros has no values. Only
 * sketches, for quantiles, are objects of their own, which the caller keeps. Immutable.
 */
public final class CellLayout {

    /** The position of absent cells: cell 0 of every entry is its count. */
    static final int ABSENT = 0;

    final int sum;
    final int min;
    final int max;
    final int moments;
    final int ends;
    final int increase;
    final boolean hasSketch;

    /** The number of cells of an entry. */
    final int size;

    /** Whether a value changes only count and sum. */
    final boolean isPlain;

    private CellLayout(Set<Kind> kinds) {
        int next = 1;
        hasSketch = kinds.contains(Kind.QUANTILE);
        sum = kinds.contains(Kind.SUM) || kinds.contains(Kind.MEAN) ? next++ : ABSENT;
        // They bound quantiles to the range of the values.
        min = hasSketch || kinds.contains(Kind.MIN) || kinds.contains(Kind.SPREAD) ? next++ : ABSENT;
        max = hasSketch || kinds.contains(Kind.MAX) || kinds.contains(Kind.SPREAD) ? next++ : ABSENT;
        isPlain = kinds.stream().allMatch(kind -> kind == Kind.COUNT || kind == Kind.SUM || kind == Kind.MEAN);
        moments = kinds.contains(Kind.STDDEV) ? next : ABSENT;
        next += moments == ABSENT ? 0 : Moments.SIZE;
        increase = kinds.contains(Kind.RATE) || kinds.contains(Kind.INCREASE) ? next : ABSENT;
        next += increase == ABSENT ? 0 : Increase.SIZE;
        ends = increase != ABSENT || kinds.contains(Kind.FIRST) || kinds.contains(Kind.LAST) ? next : ABSENT;
        next += ends == ABSENT ? 0 : Ends.SIZE;
        size = next;
    }

    /** The layout for these functions. */
    public static CellLayout of(Collection<AggregateFunction> functions) {
        Set<Kind> kinds = EnumSet.of(Kind.COUNT);
        functions.forEach(function -> kinds.add(function.kind()));
        return new CellLayout(kinds);
    }

    static double number(long[] cells, int at) {
        return Double.longBitsToDouble(cells[at]);
    }

    static void put(long[] cells, int at, double number) {
        cells[at] = Double.doubleToRawLongBits(number);
    }

    /** Adds a finite value to the entry at {@code at}. */
    void add(long[] cells, int at, long stamp, double value) {
        long count = ++cells[at];
        if (sum != ABSENT) {
            put(cells, at + sum, number(cells, at + sum) + value);
        }
        if (!isPlain) {
            addMore(cells, at, stamp, value, count);
        }
    }

    private void addMore(long[] cells, int at, long stamp, double value, long count) {
        boolean isOnly = count == 1;
        if (min != ABSENT && (isOnly || value < number(cells, at + min))) {
            put(cells, at + min, value);
        }
        if (max != ABSENT && (isOnly || value > number(cells, at + max))) {
            put(cells, at + max, value);
        }
        if (moments != ABSENT) {
            Moments.add(cells, at + moments, value, count);
        }
        if (increase != ABSENT) {
            Increase.add(cells, at + increase, at + ends, stamp, value, isOnly);
        }
        if (ends != ABSENT) {
            Ends.add(cells, at + ends, stamp, value, isOnly);
        }
    }

    /**
     * Merges a non-empty entry into the one at {@code at}. For a rate, its values must all be
     * later.
     */
    void merge(long[] cells, int at, long[] from, int fromAt) {
        long count = cells[at];
        if (count == 0) {
            System.arraycopy(from, fromAt, cells, at, size);
            return;
        }
        long fromCount = from[fromAt];
        cells[at] = count + fromCount;
        if (sum != ABSENT) {
            put(cells, at + sum, number(cells, at + sum) + number(from, fromAt + sum));
        }
        if (min != ABSENT) {
            put(cells, at + min, Math.min(number(cells, at + min), number(from, fromAt + min)));
        }
        if (max != ABSENT) {
            put(cells, at + max, Math.max(number(cells, at + max), number(from, fromAt + max)));
        }
        if (moments != ABSENT) {
            Moments.merge(cells, at + moments, count, from, fromAt + moments, fromCount);
        }
        if (increase != ABSENT) {
            Increase.merge(cells, at + increase, from, fromAt + increase, fromAt + ends);
        }
        if (ends != ABSENT) {
            Ends.merge(cells, at + ends, from, fromAt + ends);
        }
    }

    /**
     * The result of a function over at least one value; the layout must include the function. NaN
     * or infinite where undefined: the deviation of one value, a rate over no time, a sum beyond
     * the largest double.
     *
     * @param sketch the entry's sketch, if the layout has sketches
     */
    double value(long[] cells, int at, @Nullable Sketch sketch, AggregateFunction function) {
        long count = cells[at];
        return switch (function.kind()) {
            case COUNT -> count;
            case SUM -> number(cells, at + sum);
            case MEAN -> number(cells, at + sum) / count;
            case MIN -> number(cells, at + min);
            case MAX -> number(cells, at + max);
            case SPREAD -> number(cells, at + max) - number(cells, at + min);
            case STDDEV -> Moments.deviation(cells, at + moments, count);
            case FIRST -> Ends.first(cells, at + ends);
            case LAST -> Ends.last(cells, at + ends);
            case RATE -> Increase.rate(cells, at + increase, at + ends);
            case INCREASE -> Increase.value(cells, at + increase, at + ends);
            case QUANTILE -> {
                double within = Objects.requireNonNull(sketch).quantile(function.quantile());
                yield Math.max(number(cells, at + min), Math.min(number(cells, at + max), within));
            }
        };
    }

    /** The earliest timestamp, if the layout has first or last values. */
    long firstAt(long[] cells, int at) {
        return Ends.firstAt(cells, at + ends);
    }

    /** The latest timestamp, if the layout has first or last values. */
    long lastAt(long[] cells, int at) {
        return Ends.lastAt(cells, at + ends);
    }

    /** Writes an entry. */
    void write(long[] cells, int at, DataOutput out) throws IOException {
        int written = cells[at] == 0 ? 1 : size;
        for (int cell = 0; cell < written; cell++) {
            out.writeLong(cells[at + cell]);
        }
    }

    /** Fills an entry without values with what {@link #write} wrote under an equal layout. */
    void read(long[] cells, int at, DataInput in) throws IOException {
        cells[at] = in.readLong();
        int written = cells[at] == 0 ? 1 : size;
        for (int cell = 1; cell < written; cell++) {
            cells[at + cell] = in.readLong();
        }
    }

    /** Names the cells: layouts with equal text read each other's entries. */
    @Override
    public String toString() {
        StringJoiner kept = new StringJoiner(" ", "count ", "");
        add(kept, "sum", sum);
        add(kept, "min", min);
        add(kept, "max", max);
        add(kept, "moments", moments);
        add(kept, "increase", increase);
        add(kept, "ends", ends);
        return hasSketch ? kept.add("sketch").toString() : kept.toString();
    }

    private static void add(StringJoiner kept, String name, int cell) {
        if (cell != ABSENT) {
            kept.add(name);
        }
    }
}
