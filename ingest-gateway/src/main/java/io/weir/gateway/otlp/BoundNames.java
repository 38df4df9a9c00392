package io.weir.gateway.otlp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names of fields for the upper bounds of buckets, spelled as Telegraf and Prometheus spell
 * them: {@code 0.5}, {@code 100000}, {@code 1e+06}. Remembers the bounds of many metrics, because
 * every point of a metric repeats them. Not thread-safe.
 */
final class BoundNames {
    /** More buckets than rules accept. */
    static final int MOST_BOUNDS = 4096;

    /** Sum of the bounds that are remembered: a few megabytes. */
    private static final int MOST_KNOWN = 100_000;

    /** Numbers with smaller or larger exponents are written with them. */
    private static final int LEAST_EXPONENT = -4;

    private static final int MOST_EXPONENT = 5;

    private final Map<List<Double>, byte[][]> known = new HashMap<>();
    private int knownBounds;

    /**
     * The names of the bounds, in their order; null unless there are at most {@value #MOST_BOUNDS}, and
     * they are finite and increase.
     */
    byte @Nullable [][] of(List<Double> bounds) {
        if (bounds.size() > MOST_BOUNDS) {
            return null;
        }
        byte[][] names = known.get(bounds);
        if (names != null) {
            return names;
        }
        for (int i = 0; i < bounds.size(); i++) {
            if (!Double.isFinite(bounds.get(i)) || (i > 0 && bounds.get(i) <= bounds.get(i - 1))) {
                return null;
            }
        }
        // One more for an empty list.
        int added = bounds.size() + 1;
        if (knownBounds + added > MOST_KNOWN) {
            known.clear();
            knownBounds = 0;
        }
        knownBounds += added;
        names = bounds.stream().map(each -> spelled(each).getBytes(US_ASCII)).toArray(byte[][]::new);
        known.put(List.copyOf(bounds), names);
        return names;
    }

    /** The number of lists that are remembered. */
    int known() {
        return known.size();
    }

    /** As Go's {@code FormatFloat(bound, 'g', -1, 64)}. */
    static String spelled(double bound) {
        if (bound == 0) {
            return "0";
        }
        BigDecimal decimal = new BigDecimal(Double.toString(bound)).stripTrailingZeros();
        int exponent = decimal.precision() - decimal.scale() - 1;
        if (exponent >= LEAST_EXPONENT && exponent <= MOST_EXPONENT) {
            return decimal.toPlainString();
        }
        int digits = Math.abs(exponent);
        return decimal.movePointLeft(exponent).stripTrailingZeros().toPlainString()
                + (exponent < 0 ? "e-" : "e+")
                + (digits < 10 ? "0" : "")
                + digits;
    }
}
