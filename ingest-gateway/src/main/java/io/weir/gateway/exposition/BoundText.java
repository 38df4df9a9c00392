package io.weir.gateway.exposition;

import java.math.BigDecimal;

/** The text of a bucket's bound or of a quantile, as Prometheus writes it to labels: as in OpenMetrics. */
final class BoundText {
    /** Numbers from 10⁶ on have an exponent, and those below 10⁻⁴. */
    private static final int LEAST_LARGE = 6;

    private static final int LEAST_PLAIN = -4;

    private BoundText() {}

    /** Such as {@code 0.5}, {@code 1.0}, {@code 1e+06}, {@code +Inf}. */
    static String of(double bound) {
        if (Double.isNaN(bound)) {
            return "NaN";
        }
        if (Double.isInfinite(bound)) {
            return bound > 0 ? "+Inf" : "-Inf";
        }
        if (bound == 0) {
            return "0.0";
        }
        BigDecimal number = new BigDecimal(Double.toString(bound)).stripTrailingZeros();
        int exponent = number.precision() - number.scale() - 1;
        if (exponent < LEAST_PLAIN || exponent >= LEAST_LARGE) {
            int size = Math.abs(exponent);
            return number.movePointLeft(exponent).toPlainString()
                    + (exponent < 0 ? "e-" : "e+")
                    + (size < 10 ? "0" : "")
                    + size;
        }
        String plain = number.toPlainString();
        return plain.indexOf('.') < 0 ? plain + ".0" : plain;
    }
}
