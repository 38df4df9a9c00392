package io.weir.contract.line;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;

/** Reads one number; results are valid until the next call. Not thread-safe. */
final class NumberScanner {
    /** The scale of a number that {@link #toDouble} must read again, digit by digit. */
    private static final int UNSCALED = Integer.MAX_VALUE;

    /** Every number with this many decimal digits fits a {@code long}. */
    private static final int SAFE_DIGITS = 18;

    /** Up to this scale, {@link #SAFE_DIGITS} digits stay below the largest double, 1.8e308. */
    private static final int SAFE_SCALE = 308 - SAFE_DIGITS;

    private static final long LARGEST_EXACT = 1L << 53;
    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    private FieldType type = FieldType.FLOAT;
    private long number;
    private int scale;
    private LineError error = LineError.NONE;
    private int errorAt;

    /**
     * Reads the number that starts at {@code from} with a digit, a minus or a point.
     *
     * @return the index after it (the next byte is not checked), or -1 if it is refused
     */
    int scan(byte[] bytes, int from, int to) {
        boolean negative = bytes[from] == '-';
        int digitsFrom = negative ? from + 1 : from;
        int at = digitsFrom;
        long digits = 0;
        for (; at < to && isDigit(bytes[at]); at++) {
            digits = digits * 10 + (bytes[at] - '0');
        }
        int count = at - digitsFrom;
        byte next = at < to ? bytes[at] : (byte) '\n';
        if (next == 'i' || next == 'u') {
            return integer(bytes, from, at, digits);
        }
        int fraction = 0;
        if (next == '.') {
            int fractionFrom = ++at;
            for (; at < to && isDigit(bytes[at]); at++) {
                digits = digits * 10 + (bytes[at] - '0');
            }
            fraction = at - fractionFrom;
            count += fraction;
            next = at < to ? bytes[at] : (byte) '\n';
        }
        if (count == 0) {
            return refuse(LineError.INVALID_NUMBER, at);
        }
        type = FieldType.FLOAT;
        number = digits;
        scale = count <= SAFE_DIGITS ? -fraction : UNSCALED;
        if (next == 'e' || next == 'E') {
            at = exponent(bytes, at + 1, to);
        }
        boolean mayOverflow = scale == UNSCALED || scale > SAFE_SCALE;
        return at >= 0 && mayOverflow ? finite(bytes, from, at) : at;
    }

    FieldType type() {
        return type;
    }

    /** The value of an integer; a float's digits without sign and point. */
    long number() {
        return number;
    }

    /** The power of ten for a float's digits. */
    int scale() {
        return scale;
    }

    LineError error() {
        return error;
    }

    int errorAt() {
        return errorAt;
    }

    /** The double nearest to a float that was scanned as {@code number} and {@code scale}. */
    static double toDouble(byte[] bytes, int from, int to, long number, int scale) {
        if (number <= LARGEST_EXACT && scale >= -22 && scale <= 22) {
            // Both operands are exact, so IEEE division or multiplication rounds once: the nearest
            // double (Clinger 1990).
            double value = scale < 0 ? number / POWERS[-scale] : number * POWERS[scale];
            return bytes[from] == '-' ? -value : value;
        }
        return JavaDoubleParser.parseDouble(bytes, from, to - from);
    }

    private int exponent(byte[] bytes, int from, int to) {
        int at = from;
        boolean negative = at < to && bytes[at] == '-';
        if (at < to && (negative || bytes[at] == '+')) {
            at++;
        }
        int digitsFrom = at;
        int exponent = 0;
        for (; at < to && isDigit(bytes[at]); at++) {
            exponent = Math.min(exponent * 10 + (bytes[at] - '0'), 1 << 20);
        }
        if (at == digitsFrom) {
            return refuse(LineError.INVALID_NUMBER, at);
        }
        if (scale != UNSCALED) {
            scale += negative ? -exponent : exponent;
        }
        return at;
    }

    private int finite(byte[] bytes, int from, int to) {
        boolean infinite = Double.isInfinite(JavaDoubleParser.parseDouble(bytes, from, to - from));
        return infinite ? refuse(LineError.NUMBER_OUT_OF_RANGE, from) : to;
    }

    private int integer(byte[] bytes, int from, int suffixAt, long digits) {
        boolean negative = bytes[from] == '-';
        boolean unsigned = bytes[suffixAt] == 'u';
        int digitsFrom = negative ? from + 1 : from;
        if (suffixAt == digitsFrom) {
            return refuse(LineError.INVALID_NUMBER, suffixAt);
        }
        if (unsigned && negative) {
            return refuse(LineError.INVALID_NUMBER, from);
        }
        if (suffixAt - digitsFrom > SAFE_DIGITS
                && !Integers.fits(bytes, digitsFrom, suffixAt, limit(negative, unsigned))) {
            return refuse(LineError.NUMBER_OUT_OF_RANGE, from);
        }
        type = unsigned ? FieldType.UNSIGNED : FieldType.INTEGER;
        number = negative ? -digits : digits; // wraps to Long.MIN_VALUE, and to the bits of an unsigned number
        scale = 0;
        return suffixAt + 1;
    }

    private static long limit(boolean negative, boolean unsigned) {
        return unsigned ? -1L : negative ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    private int refuse(LineError why, int at) {
        error = why;
        errorAt = at;
        return -1;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
