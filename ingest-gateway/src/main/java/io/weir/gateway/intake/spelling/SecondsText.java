package io.weir.gateway.intake.spelling;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** The text of a time in seconds. Allocates only for numbers with a plus or an exponent. */
public final class SecondsText {
    /** No number of seconds. */
    public static final long BAD = Long.MIN_VALUE;
    /** A time whose nanoseconds exceed 64 bits. */
    public static final long FAR = Long.MIN_VALUE + 1;

    private static final long NANOS = 1_000_000_000;
    private static final long MOST_SECONDS = Long.MAX_VALUE / NANOS - 1;
    private static final int NANO_DIGITS = 9;

    private SecondsText() {}

    /** The nanoseconds, {@link #BAD} or {@link #FAR}. */
    public static long nanos(byte[] text, int from, int to) {
        long plain = plainNanos(text, from, to);
        if (plain != BAD || !FloatText.isNumber(text, from, to)) {
            return plain;
        }
        double seconds = Double.parseDouble(new String(text, from, to - from, US_ASCII));
        return Math.abs(seconds) > MOST_SECONDS ? FAR : Math.round(seconds * NANOS);
    }

    /** Reads digits, with decimals or not, exactly; {@link #BAD} for other numbers. */
    private static long plainNanos(byte[] text, int from, int to) {
        boolean isNegative = from < to && text[from] == '-';
        int digits = isNegative ? from + 1 : from;
        int at = digits;
        long seconds = 0;
        while (at < to && isDigit(text[at])) {
            seconds = seconds * 10 + text[at++] - '0';
            if (seconds > MOST_SECONDS) {
                return FAR;
            }
        }
        if (at == digits) {
            return BAD;
        }
        long nanos = seconds * NANOS;
        if (at < to && text[at] == '.') {
            long unit = NANOS;
            at++;
            for (int places = 0; at < to && isDigit(text[at]); places++, at++) {
                unit /= 10;
                nanos += places < NANO_DIGITS ? (text[at] - '0') * unit : 0;
            }
        }
        if (at < to) {
            return BAD;
        }
        return isNegative ? -nanos : nanos;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
