package io.weir.standalone.query;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers as text. NaN and the infinities have the names of Prometheus. */
final class Numbers {
    private static final int DIGITS = 6;
    /** From here on, a double has no fraction. */
    private static final double WHOLE = 1L << 53;

    private static final double LONGEST_IN_TABLES = 1e15;
    private static final double SHORTEST_IN_TABLES = 1e-4;

    private Numbers() {}

    /** @throws NumberFormatException if the text is not a number */
    static double parse(String text) {
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    /** The exact value; a number of JSON if it is finite. */
    static String exact(double value) {
        if (!Double.isFinite(value)) {
            return name(value);
        }
        if (Double.compare(value, -0.0) == 0) {
            return "-0";
        }
        return value == Math.rint(value) && Math.abs(value) < WHOLE
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    /** For people: whole numbers in full, others with six digits or as many as stand before the point. */
    static String rounded(double value) {
        if (!Double.isFinite(value)) {
            return name(value);
        }
        double size = Math.abs(value);
        if (value == Math.rint(value) && size < LONGEST_IN_TABLES) {
            return Long.toString((long) value);
        }
        BigDecimal exact = BigDecimal.valueOf(value);
        boolean isPlain = size < LONGEST_IN_TABLES && size >= SHORTEST_IN_TABLES;
        int digits = isPlain ? Math.max(DIGITS, exact.precision() - exact.scale()) : DIGITS;
        BigDecimal rounded = exact.round(new MathContext(digits)).stripTrailingZeros();
        return isPlain ? rounded.toPlainString() : rounded.toString();
    }

    private static String name(double value) {
        return Double.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
    }
}
