package io.weir.processing.derive;

import io.weir.contract.line.FieldType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Finds the numbers among the old values of a map. An integer is compared in all 64 bits. A float
 * is compared with the double nearest to each number, because {@code 0.1} in a map means the float
 * that is sent as {@code 0.1}; of several such numbers, the one nearest to the float counts.
 * Immutable.
 */
final class NumberKeys {

    static final int NONE = -1;

    private static final Pattern NUMBER = Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");
    private static final BigDecimal LEAST = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal BEYOND_SIGNED = new BigDecimal(BigInteger.ONE.shiftLeft(63));
    private static final BigDecimal BEYOND_UNSIGNED = new BigDecimal(BigInteger.ONE.shiftLeft(64));

    private final double[] doubles;
    private final int[] placesOfDoubles;
    private final Integers signed;

    /** The integers from 2^63. */
    private final Integers large;

    /** Sorted integers, or the bits of sorted unsigned ones. */
    private record Integers(long[] values, int[] places) {
        static Integers of(List<Key> keys) {
            return new Integers(
                    keys.stream().mapToLong(key -> key.exact.longValue()).toArray(),
                    keys.stream().mapToInt(Key::place).toArray());
        }

        int place(long value) {
            int at = Arrays.binarySearch(values, value);
            return at < 0 ? NONE : places[at];
        }
    }

    /** A number and its place in the list. */
    private record Key(BigDecimal exact, double nearest, int place) {
        BigDecimal error() {
            return exact.subtract(new BigDecimal(nearest)).abs();
        }

        boolean isFrom(BigDecimal from, BigDecimal to) {
            return exact.compareTo(from) >= 0 && exact.compareTo(to) < 0 && isWhole();
        }

        private boolean isWhole() {
            return exact.remainder(BigDecimal.ONE).signum() == 0;
        }
    }

    NumberKeys(List<String> texts) {
        List<Key> keys = new ArrayList<>();
        for (int place = 0; place < texts.size(); place++) {
            if (isNumber(texts.get(place))) {
                keys.add(new Key(new BigDecimal(texts.get(place)), number(texts.get(place)), place));
            }
        }
        keys.sort(Comparator.comparing(Key::exact).thenComparing(Key::place));
        signed = Integers.of(
                keys.stream().filter(key -> key.isFrom(LEAST, BEYOND_SIGNED)).toList());
        large = Integers.of(keys.stream()
                .filter(key -> key.isFrom(BEYOND_SIGNED, BEYOND_UNSIGNED))
                .toList());
        List<Key> nearest = nearestOfEachDouble(keys);
        doubles = nearest.stream().mapToDouble(Key::nearest).toArray();
        placesOfDoubles = nearest.stream().mapToInt(Key::place).toArray();
    }

    /** Keeps the order, which is that of the doubles as well. */
    private static List<Key> nearestOfEachDouble(List<Key> sorted) {
        List<Key> nearest = new ArrayList<>();
        for (Key key : sorted) {
            int last = nearest.size() - 1;
            if (last < 0 || nearest.get(last).nearest != key.nearest) {
                nearest.add(key);
            } else if (key.error().compareTo(nearest.get(last).error()) < 0) {
                nearest.set(last, key);
            }
        }
        return nearest;
    }

    /** The place of an integer in the list; {@link #NONE} if it is not listed. */
    int placeOf(FieldType type, long bits) {
        return type == FieldType.UNSIGNED && bits < 0 ? large.place(bits) : signed.place(bits);
    }

    /** The place of a float in the list; {@link #NONE} if it is not listed. */
    int placeOf(double number) {
        int at = Arrays.binarySearch(doubles, number == 0 ? 0.0 : number);
        return at < 0 ? NONE : placesOfDoubles[at];
    }

    /** Whether a text is a number within the range of doubles. */
    static boolean isNumber(String text) {
        return NUMBER.matcher(text).matches() && Double.isFinite(Double.parseDouble(text));
    }

    /** The double nearest to a number; zero has no sign. */
    static double number(String text) {
        double number = Double.parseDouble(text);
        return number == 0 ? 0.0 : number;
    }
}
