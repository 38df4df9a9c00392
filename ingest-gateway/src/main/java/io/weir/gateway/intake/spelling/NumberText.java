package io.weir.gateway.intake.spelling;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/**
 * Classifies the text of a value. C++, Java and Python write finite numbers in the syntax of line
 * protocol.
 */
public final class NumberText {
    private static final byte[] MOST_DIGITS = "9223372036854775807".getBytes(US_ASCII);
    private static final byte[] LEAST_DIGITS = "9223372036854775808".getBytes(US_ASCII);
    /** A double has at most 309 digits before the point. */
    private static final int MOST_PLAIN_DIGITS = 300;
    /** A number of at most so many characters fits with an exponent of two digits, as in {@code 1.5e+06}. */
    private static final int SHORT = 100;

    private static final int SHORT_EXPONENT = 2;

    private static final String[] NOT_FINITE = {"nan", "inf", "infinity"};

    private NumberText() {}

    /** {@code -12}. */
    public static boolean isInteger(byte[] text, int from, int to) {
        int start = from < to && text[from] == '-' ? from + 1 : from;
        return start < to && digitsEnd(text, start, to) == to;
    }

    /** {@code 12}, {@code -1.5}, {@code 1e+30}. */
    public static boolean isNumber(byte[] text, int from, int to) {
        int start = from < to && text[from] == '-' ? from + 1 : from;
        int at = digitsEnd(text, start, to);
        int digits = at - start;
        if (at < to && text[at] == '.') {
            int fraction = at + 1;
            at = digitsEnd(text, fraction, to);
            digits += at - fraction;
        }
        if (digits == 0) {
            return false;
        }
        return at == to || ((text[at] == 'e' || text[at] == 'E') && isExponent(text, at + 1, to));
    }

    /** Whether the integer fits into 64 bits. */
    public static boolean fitsLong(byte[] text, int from, int to) {
        boolean isNegative = text[from] == '-';
        int start = isNegative ? from + 1 : from;
        while (start < to - 1 && text[start] == '0') {
            start++;
        }
        if (to - start != MOST_DIGITS.length) {
            return to - start < MOST_DIGITS.length;
        }
        int order = Arrays.compare(text, start, to, MOST_DIGITS, 0, MOST_DIGITS.length);
        return order <= 0 || (isNegative && Arrays.compare(text, start, to, LEAST_DIGITS, 0, LEAST_DIGITS.length) == 0);
    }

    /** The value of a text that {@link #isInteger} and {@link #fitsLong}; 0 of an empty one. */
    public static long integer(byte[] text, int from, int to) {
        boolean isNegative = from < to && text[from] == '-';
        long number = 0;
        for (int at = isNegative ? from + 1 : from; at < to; at++) {
            // Downwards, because the least long has no positive counterpart.
            number = 10 * number - (text[at] - '0');
        }
        return isNegative ? number : -number;
    }

    /** Whether the number fits into a double. Parses only numbers that may be too large. */
    public static boolean fitsDouble(byte[] text, int from, int to) {
        boolean mayBeLarge = to - from > MOST_PLAIN_DIGITS;
        for (int at = from; at < to && !mayBeLarge; at++) {
            boolean isExponent = text[at] == 'e' || text[at] == 'E';
            mayBeLarge = isExponent && (to - from > SHORT || digits(text, at + 1, to) > SHORT_EXPONENT);
        }
        return !mayBeLarge || Double.isFinite(Double.parseDouble(new String(text, from, to - from, US_ASCII)));
    }

    /** {@code nan}, {@code -inf}, {@code Infinity}. */
    public static boolean isNotFinite(byte[] text, int from, int to) {
        int start = from < to && (text[from] == '-' || text[from] == '+') ? from + 1 : from;
        for (String word : NOT_FINITE) {
            if (isWord(text, start, to, word)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a text that {@link #isNotFinite} is NaN. */
    public static boolean isNaN(byte[] text, int from, int to) {
        int start = text[from] == '-' || text[from] == '+' ? from + 1 : from;
        return isWord(text, start, to, NOT_FINITE[0]);
    }

    private static boolean isWord(byte[] text, int from, int to, String lower) {
        if (to - from != lower.length()) {
            return false;
        }
        for (int i = 0; i < lower.length(); i++) {
            if ((text[from + i] | 0x20) != lower.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isExponent(byte[] text, int from, int to) {
        int start = from < to && (text[from] == '-' || text[from] == '+') ? from + 1 : from;
        return start < to && digitsEnd(text, start, to) == to;
    }

    /** Number of characters after the sign. */
    private static int digits(byte[] text, int from, int to) {
        boolean isSigned = from < to && (text[from] == '-' || text[from] == '+');
        return to - from - (isSigned ? 1 : 0);
    }

    private static int digitsEnd(byte[] text, int from, int to) {
        int at = from;
        while (at < to && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        return at;
    }
}
