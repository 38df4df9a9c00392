package io.weir.processing.oracle;

import java.math.BigDecimal;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * A field compared with its previous value, over all values by stamp: the difference, the growth,
 * or the growth per second.
 */
final class OracleSteps {

    private static final BigDecimal RANGE = BigDecimal.valueOf(1L << 32);

    private final Kind kind;
    private final TreeMap<Long, String> values = new TreeMap<>();

    /** The result of two values. Only a rate assumes a counter that wraps after 32 bits. */
    enum Kind {
        DIFFERENCE,
        INCREMENT,
        RATE
    }

    OracleSteps(Kind kind) {
        this.kind = kind;
    }

    /**
     * Passes a number. One that is older than the latest has no result; one of another type starts
     * over.
     */
    OptionalDouble add(String number, long stamp) {
        if (!values.isEmpty() && stamp < values.lastKey()) {
            return OptionalDouble.empty();
        }
        if (!values.isEmpty()
                && !OracleNumber.isSameType(number, values.lastEntry().getValue())) {
            values.clear();
        }
        values.put(stamp, number);
        Map.Entry<Long, String> before = values.lowerEntry(stamp);
        return before == null
                ? OptionalDouble.empty()
                : of(
                        OracleNumber.exact(before.getValue()),
                        OracleNumber.exact(number),
                        (stamp - before.getKey()) / 1e9);
    }

    /** Four times the fastest step before the last one, or 1/1024 of the range. */
    private double plausible(double seconds) {
        double largest = RANGE.doubleValue() / 1024;
        Map.Entry<Long, String> before = null;
        for (Map.Entry<Long, String> each : values.headMap(values.lastKey()).entrySet()) {
            if (before != null) {
                double step = OracleNumber.exact(each.getValue())
                        .subtract(OracleNumber.exact(before.getValue()))
                        .doubleValue();
                largest = Math.max(largest, 4 * seconds * (step / ((each.getKey() - before.getKey()) / 1e9)));
            }
            before = each;
        }
        return largest;
    }

    private OptionalDouble of(BigDecimal before, BigDecimal now, double seconds) {
        BigDecimal step = now.subtract(before);
        if (kind == Kind.DIFFERENCE) {
            return OptionalDouble.of(step.doubleValue());
        }
        if (kind == Kind.RATE && step.signum() < 0) {
            BigDecimal beyond = step.add(RANGE);
            boolean isWrapped = now.signum() >= 0
                    && before.compareTo(RANGE) < 0
                    && beyond.add(beyond).compareTo(RANGE) < 0;
            step = isWrapped && beyond.doubleValue() <= plausible(seconds) ? beyond : step;
        }
        step = step.signum() < 0 ? now : step;
        return OptionalDouble.of(kind == Kind.RATE ? step.doubleValue() / seconds : step.doubleValue());
    }
}
