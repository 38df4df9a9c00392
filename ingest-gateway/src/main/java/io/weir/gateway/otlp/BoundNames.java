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
    private static final int MOST_KNOWN = 1_000;

    /** Numbers with smaller or larger exponents are written with them. */
    private static final int LEAST_EXPONENT = -4;

    private static final int MOST_EXPONENT = 5;

    private final Map<List<Double>, byte[][]> known = new HashMap<>();

    /** The names of the bounds, in their order; null unless the bounds are finite and increase. */
    byte @Nullable [][] of(List<Double> bounds) {
        byte[][] names = known.get(bounds);
        if (names != null) {
            return names;
        }
        for (int i = 0; i < bounds.size(); i++) {
            if (!Double.isFinite(bounds.get(i)) || i > 0 && bounds.get(i) <= bounds.get(i - 1)) {
                return null;
            }
        }
        if (known.size() == MOST_KNOWN) {
            known.clear();
        }
        names = bounds.stream().map(each -> spelled(each).getBytes(US_ASCII)).toArray(byte[][]::new);
        known.put(List.copyOf(bounds), names);
        return names;
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
