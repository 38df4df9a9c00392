package io.weir.query.series;

import java.math.BigDecimal;
import java.util.Locale;

/** Numbers as texts, in the notation of Prometheus. */
public final class NumberText {
    private static final double LEAST_PLAIN = 1e-6;
    private static final double LEAST_LARGE = 1e21;

    private NumberText() {}

    /** With an exponent only for very small and very large numbers, as values of series in answers of the API. */
    public static String of(double value) {
        double magnitude = Math.abs(value);
        boolean isPlain = magnitude >= LEAST_PLAIN && magnitude < LEAST_LARGE;
        return isPlain || magnitude == 0 || !Double.isFinite(value) ? plain(value) : scientific(value);
    }

    /** Without an exponent, as scalars in answers of the API. */
    public static String plain(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0" : "0";
        }
        return decimal(value).toPlainString();
    }

    /** Always with an exponent, as values of alerts in answers of the API: it has a sign and at least two digits. */
    public static String scientific(double value) {
        if (!Double.isFinite(value)) {
            return plain(value);
        }
        if (value == 0) {
            return plain(value) + "e+00";
        }
        BigDecimal decimal = decimal(value);
        String digits = decimal.unscaledValue().abs().toString();
        int exponent = digits.length() - 1 - decimal.scale();
        String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
        return (value < 0 ? "-" : "")
                + digits.charAt(0)
                + fraction
                + String.format(Locale.ROOT, "e%s%02d", exponent < 0 ? "-" : "+", Math.abs(exponent));
    }

    private static BigDecimal decimal(double value) {
        return new BigDecimal(Double.toString(value)).stripTrailingZeros();
    }
}
