package io.weir.processing.aggregate.cell;

import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.AggregateFunction.Kind;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The layout of an entry: the cells of a flat array that the requested functions need to remember a
 * field's values. Cells are longs, or the bits of doubles; an entry of zeros has no values. Only
 * {@link Sketches} are objects of their own, which the caller keeps. Immutable.
 *
 * <p>An entry of integers keeps all their 64 bits. Its first float turns it into an entry of
 * floats, and later integers are added as floats.
 */
public final class CellLayout {

    /** The lowest bit of cell 0: whether all values are integers. The other bits are the count. */
    private static final int INTEGERS = 1;

    /** Added to cell 0, counts one value. */
    private static final int ONE = 2;

    /** The position of absent cells: cell 0 of every entry is its count and type. */
    static final int ABSENT = 0;

    /** The functions that need the total. */
    private static final Set<Kind> TOTALS =
            Collections.unmodifiableSet(EnumSet.of(Kind.SUM, Kind.MEAN, Kind.SHARE, Kind.MATCHES));

    final int total;
    final int min;
    final int max;
    final int moments;
    final int ends;
    final int increase;
    final int integral;
    private final boolean hasQuantiles;
    private final boolean hasDistinct;

    /** The number of cells of an entry. */
    public final int size;

    /** Whether a value changes only count and total. */
    final boolean isPlain;

    private CellLayout(Set<Kind> kinds) {
        int next = 1;
        hasQuantiles = kinds.contains(Kind.QUANTILE) || kinds.contains(Kind.MAD);
        hasDistinct = kinds.contains(Kind.DISTINCT);
        total = kinds.stream().anyMatch(TOTALS::contains) ? next : ABSENT;
        next += total == ABSENT ? 0 : Total.SIZE;
        // They bound quantiles to the range of the values.
        min = hasQuantiles || kinds.contains(Kind.MIN) || kinds.contains(Kind.SPREAD) ? next++ : ABSENT;
        max = hasQuantiles || kinds.contains(Kind.MAX) || kinds.contains(Kind.SPREAD) ? next++ : ABSENT;
        isPlain = kinds.stream().allMatch(kind -> kind == Kind.COUNT || TOTALS.contains(kind));
        moments = kinds.contains(Kind.STDDEV) ? next : ABSENT;
        next += moments == ABSENT ? 0 : Moments.SIZE;
        int beforeEnds = next;
        increase = kinds.contains(Kind.RATE) || kinds.contains(Kind.INCREASE) ? next : ABSENT;
        next += increase == ABSENT ? 0 : Increase.SIZE;
        integral = kinds.contains(Kind.INTEGRAL) || kinds.contains(Kind.TIME_AVERAGE) ? next : ABSENT;
        next += integral == ABSENT ? 0 : Integral.SIZE;
        ends = next > beforeEnds || kinds.contains(Kind.FIRST) || kinds.contains(Kind.LAST) ? next : ABSENT;
        next += ends == ABSENT ? 0 : Ends.SIZE;
        size = next;
    }

    /** The layout for these functions. */
    public static CellLayout of(Collection<AggregateFunction> functions) {
        Set<Kind> kinds = EnumSet.of(Kind.COUNT);
        functions.forEach(function -> kinds.add(function.kind()));
        return new CellLayout(kinds);
    }

    /** Creates the sketches of entries; null if the functions need none. */
    @Nullable
    public Sketches sketches(int entries) {
        return hasQuantiles || hasDistinct ? new Sketches(hasQuantiles, hasDistinct, entries) : null;
    }

    /** The number of values of an entry. */
    public static long count(long[] cells, int at) {
        return cells[at] >> 1;
    }

    /** Whether an entry has values and all of them are integers. */
    public static boolean isOfIntegers(long[] cells, int at) {
        return (cells[at] & INTEGERS) != 0;
    }

    /**
     * Adds a value to the entry at {@code at}.
     *
     * @param bits an integer, or the bits of a finite float
     */
    public void add(long[] cells, int at, long stamp, long bits, boolean isInteger) {
        if (isInteger == isOfIntegers(cells, at)) {
            addSame(cells, at, stamp, bits, isInteger);
        } else if (!isInteger) {
            toFloat(cells, at);
            addSame(cells, at, stamp, bits, false);
        } else if (cells[at] == 0) {
            cells[at] = INTEGERS;
            addSame(cells, at, stamp, bits, true);
        } else {
            addSame(cells, at, stamp, Bits.toFloat(bits), false);
        }
    }

    private void addSame(long[] cells, int at, long stamp, long bits, boolean isInteger) {
        cells[at] += ONE;
        if (total != ABSENT) {
            if (isInteger) {
                IntegerTotal.add(cells, at + total, bits);
            } else {
                Total.add(cells, at + total, Double.longBitsToDouble(bits));
            }
        }
        if (!isPlain) {
            addMore(cells, at, stamp, bits, isInteger);
        }
    }

    private void addMore(long[] cells, int at, long stamp, long bits, boolean isInteger) {
        long count = count(cells, at);
        boolean isOnly = count == 1;
        if (min != ABSENT && (isOnly || Bits.isLess(bits, cells[at + min], isInteger))) {
            cells[at + min] = bits;
        }
        if (max != ABSENT && (isOnly || Bits.isLess(cells[at + max], bits, isInteger))) {
            cells[at + max] = bits;
        }
        if (moments != ABSENT) {
            Moments.add(cells, at + moments, bits, isInteger, count);
        }
        if (increase != ABSENT) {
            Increase.add(cells, at + increase, at + ends, stamp, bits, isInteger, isOnly);
        }
        if (integral != ABSENT) {
            Integral.add(cells, at + integral, at + ends, stamp, bits, isInteger, isOnly);
        }
        if (ends != ABSENT) {
            Ends.add(cells, at + ends, stamp, bits, isOnly);
        }
    }

    /** Turns an entry of integers into one of floats; changes no other entry. */
    public void toFloat(long[] cells, int at) {
        if (!isOfIntegers(cells, at)) {
            return;
        }
        cells[at] -= INTEGERS;
        if (total != ABSENT) {
            IntegerTotal.toFloat(cells, at + total);
        }
        if (min != ABSENT) {
            cells[at + min] = Bits.toFloat(cells[at + min]);
        }
        if (max != ABSENT) {
            cells[at + max] = Bits.toFloat(cells[at + max]);
        }
        if (moments != ABSENT) {
            Moments.toFloat(cells, at + moments);
        }
        if (increase != ABSENT) {
            Increase.toFloat(cells, at + increase);
        }
        if (ends != ABSENT) {
            Ends.toFloat(cells, at + ends);
        }
    }

    /**
     * Merges a non-empty entry into the one at {@code at}. If the layout remembers the value before
     * a window, its values must all be later.
     */
    public void merge(long[] cells, int at, long[] from, int fromAt) {
        boolean isInteger = isOfIntegers(from, fromAt);
        if (cells[at] == 0) {
            System.arraycopy(from, fromAt, cells, at, size);
        } else if (isInteger == isOfIntegers(cells, at)) {
            mergeSame(cells, at, from, fromAt, isInteger);
        } else if (isInteger) {
            long[] floats = Arrays.copyOfRange(from, fromAt, fromAt + size);
            toFloat(floats, 0);
            mergeSame(cells, at, floats, 0, false);
        } else {
            toFloat(cells, at);
            mergeSame(cells, at, from, fromAt, false);
        }
    }

    private void mergeSame(long[] cells, int at, long[] from, int fromAt, boolean isInteger) {
        long count = count(cells, at);
        long fromCount = count(from, fromAt);
        cells[at] += fromCount * ONE;
        if (total != ABSENT) {
            if (isInteger) {
                IntegerTotal.merge(cells, at + total, from, fromAt + total);
            } else {
                Total.merge(cells, at + total, from, fromAt + total);
            }
        }
        if (min != ABSENT && Bits.isLess(from[fromAt + min], cells[at + min], isInteger)) {
            cells[at + min] = from[fromAt + min];
        }
        if (max != ABSENT && Bits.isLess(cells[at + max], from[fromAt + max], isInteger)) {
            cells[at + max] = from[fromAt + max];
        }
        if (moments != ABSENT) {
            Moments.merge(cells, at + moments, count, from, fromAt + moments, fromCount, isInteger);
        }
        if (increase != ABSENT) {
            Increase.merge(cells, at + increase, from, fromAt + increase, fromAt + ends, isInteger);
        }
        if (integral != ABSENT) {
            Integral.merge(cells, at + integral, at + ends, from, fromAt + integral, fromAt + ends, isInteger);
        }
        if (ends != ABSENT) {
            Ends.merge(cells, at + ends, from, fromAt + ends);
        }
    }

    /**
     * Makes the increase and the integral of an entry begin at the last value of another one, which
     * is earlier. Both must have values. Call once, after all values were added.
     */
    public void begin(long[] cells, int at, int earlierAt) {
        boolean wereIntegers = isOfIntegers(cells, earlierAt);
        if (!wereIntegers) {
            toFloat(cells, at);
        }
        boolean isInteger = isOfIntegers(cells, at);
        boolean becomeFloats = wereIntegers && !isInteger;
        long stamp = Ends.lastAt(cells, earlierAt + ends);
        if (increase != ABSENT) {
            long earlier = Increase.counter(cells, earlierAt + increase);
            earlier = becomeFloats ? Bits.toFloat(earlier) : earlier;
            Increase.begin(cells, at + increase, at + ends, stamp, earlier, isInteger);
        }
        if (integral != ABSENT) {
            long earlier = Ends.last(cells, earlierAt + ends);
            earlier = becomeFloats ? Bits.toFloat(earlier) : earlier;
            Integral.begin(cells, at + integral, at + ends, stamp, earlier, isInteger);
        }
    }

    /** Makes the increase and the integral of an entry not continue at a value, which is later and is added next. */
    public void interrupt(long[] cells, int at, long stamp, long bits, boolean isInteger) {
        if (!isInteger) {
            toFloat(cells, at);
        }
        boolean areIntegers = isOfIntegers(cells, at);
        if (increase != ABSENT) {
            long same = isInteger && !areIntegers ? Bits.toFloat(bits) : bits;
            Increase.interrupt(cells, at + increase, at + ends, stamp, same);
        }
        if (integral != ABSENT) {
            Integral.interrupt(cells, at + integral, at + ends, stamp, areIntegers);
        }
    }

    /** Whether results of a window begin at the last value before it. */
    public boolean hasBefore() {
        return increase != ABSENT || integral != ABSENT;
    }

    /** Whether the result of a function is an integer, if it is defined. */
    public static boolean isInteger(long[] cells, int at, AggregateFunction function) {
        return function.isCount() || (isOfIntegers(cells, at) && function.keepsIntegers());
    }

    /** The result of a function if it {@link #isInteger} and {@link #value} is a number. */
    public long integer(long[] cells, int at, @Nullable Sketches sketches, int sketch, AggregateFunction function) {
        return switch (function.kind()) {
            case COUNT -> count(cells, at);
            case DISTINCT -> Objects.requireNonNull(sketches).distinct(sketch).count();
            case SUM, MATCHES -> IntegerTotal.sum(cells, at + total);
            case MIN -> cells[at + min];
            case MAX -> cells[at + max];
            case SPREAD -> cells[at + max] - cells[at + min];
            case FIRST -> Ends.first(cells, at + ends);
            case LAST -> Ends.last(cells, at + ends);
            default -> throw new IllegalArgumentException(function.spelling() + " gives floats");
        };
    }

    /**
     * The result of a function over at least one value; the layout must include the function. NaN
     * or infinite where undefined: the deviation of one value, a rate over no time, a sum or spread
     * beyond the largest double or, of integers, beyond 64 bits.
     *
     * @param sketches null if the layout has none
     * @param sketch the place of the entry in these
     */
    public double value(long[] cells, int at, @Nullable Sketches sketches, int sketch, AggregateFunction function) {
        long count = count(cells, at);
        boolean isInteger = isOfIntegers(cells, at);
        return switch (function.kind()) {
            case COUNT -> count;
            case DISTINCT -> Objects.requireNonNull(sketches).distinct(sketch).count();
            case SUM, MATCHES -> isInteger ? IntegerTotal.value(cells, at + total) : Total.sum(cells, at + total);
            case MEAN, SHARE ->
                isInteger ? IntegerTotal.mean(cells, at + total, count) : Total.mean(cells, at + total, count);
            case MIN -> Bits.toDouble(cells[at + min], isInteger);
            case MAX -> Bits.toDouble(cells[at + max], isInteger);
            case SPREAD -> spread(cells[at + max], cells[at + min], isInteger);
            case STDDEV -> Moments.deviation(cells, at + moments, count);
            case FIRST -> Bits.toDouble(Ends.first(cells, at + ends), isInteger);
            case LAST -> Bits.toDouble(Ends.last(cells, at + ends), isInteger);
            case RATE -> Increase.rate(cells, at + increase, at + ends);
            case INCREASE -> Increase.value(cells, at + increase, at + ends);
            case INTEGRAL -> Integral.value(cells, at + integral, at + ends);
            case TIME_AVERAGE -> Integral.mean(cells, at + integral, at + ends);
            case QUANTILE, MAD -> {
                double least = Bits.toDouble(cells[at + min], isInteger);
                double greatest = Bits.toDouble(cells[at + max], isInteger);
                Quantiles values = Objects.requireNonNull(sketches).quantiles(sketch);
                yield function.kind() == Kind.MAD
                        ? values.deviation(least, greatest)
                        : values.quantile(function.quantile(), least, greatest);
            }
        };
    }

    /** The earliest timestamp, if the layout has first or last values. */
    public long firstAt(long[] cells, int at) {
        return Ends.firstAt(cells, at + ends);
    }

    /** The latest timestamp, if the layout has first or last values. */
    public long lastAt(long[] cells, int at) {
        return Ends.lastAt(cells, at + ends);
    }

    private static double spread(long greatest, long least, boolean isInteger) {
        return isInteger && greatest - least < 0 ? Double.NaN : Bits.minus(greatest, least, isInteger);
    }

    /** Writes an entry. */
    public void write(long[] cells, int at, DataOutput out) throws IOException {
        // Counts are mostly small; the bits of the other cells are not.
        Varint.write(cells[at], out);
        for (int cell = 1; cell < size && cells[at] != 0; cell++) {
            out.writeLong(cells[at + cell]);
        }
    }

    /** Fills an entry without values with what {@link #write} wrote under an equal layout. */
    public void read(long[] cells, int at, DataInput in) throws IOException {
        cells[at] = Varint.read(in);
        for (int cell = 1; cell < size && cells[at] != 0; cell++) {
            cells[at + cell] = in.readLong();
        }
    }

    /** Names the cells: layouts with equal text read each other's entries. */
    @Override
    public String toString() {
        StringJoiner kept = new StringJoiner(" ", "typed-count ", "");
        add(kept, "total", total);
        add(kept, "min", min);
        add(kept, "max", max);
        add(kept, "origin-moments", moments);
        add(kept, "increase-since", increase);
        add(kept, "integral", integral);
        add(kept, "ends", ends);
        if (hasQuantiles) {
            kept.add("exact-quantiles");
        }
        if (hasDistinct) {
            kept.add("distinct");
        }
        return kept.toString();
    }

    private static void add(StringJoiner kept, String name, int cell) {
        if (cell != ABSENT) {
            kept.add(name);
        }
    }
}
