package io.weir.query.promql;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads numbers, durations and quoted texts. Throws {@link IllegalArgumentException} for others. */
final class Literals {
    private static final Pattern OCTAL = Pattern.compile("0[0-7]+");
    /** Larger units first, each at most once. */
    private static final Pattern DURATION =
            Pattern.compile("(?:(\\d+)y)?(?:(\\d+)w)?(?:(\\d+)d)?(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+)s)?(?:(\\d+)ms)?");

    private static final long[] UNITS = {31_536_000_000L, 604_800_000, 86_400_000, 3_600_000, 60_000, 1_000, 1};

    /** The longest duration of Prometheus, whose durations are nanoseconds in 64 bits. */
    private static final long LONGEST = Long.MAX_VALUE / 1_000_000;

    private Literals() {}

    /** Decimal, hexadecimal ({@code 0x1F}) or octal ({@code 017}), as in Prometheus. */
    static double number(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        try {
            if (lower.equals("inf")) {
                return Double.POSITIVE_INFINITY;
            }
            if (lower.equals("nan")) {
                return Double.NaN;
            }
            if (lower.startsWith("0x")) {
                return Long.parseLong(lower.substring(2), 16);
            }
            return OCTAL.matcher(lower).matches() ? Long.parseLong(lower, 8) : finite(lower);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("\"" + text + "\" is not a number", e);
        }
    }

    private static double finite(String text) {
        double value = Double.parseDouble(text);
        if (Double.isInfinite(value)) {
            throw new IllegalArgumentException("\"" + text + "\" is too large for a number; write Inf");
        }
        return value;
    }

    /** Milliseconds; at least 1. */
    static long duration(String text) {
        Matcher parts = DURATION.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "the units of \"" + text + "\" are not in the order y, w, d, h, m, s, ms, each once");
        }
        long sum = 0;
        try {
            for (int i = 0; i < UNITS.length; i++) {
                String part = parts.group(i + 1);
                if (part != null) {
                    sum = Math.addExact(sum, Math.multiplyExact(Long.parseLong(part), UNITS[i]));
                }
            }
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("\"" + text + "\" is too long for a duration", e);
        }
        if (sum > LONGEST) {
            throw new IllegalArgumentException("\"" + text + "\" is too long for a duration");
        }
        if (sum == 0) {
            throw new IllegalArgumentException("a duration must be longer than 0");
        }
        return sum;
    }

    /** The text between quotes; escapes are those of Go, and none between backquotes. */
    static String text(String quoted) {
        char quote = quoted.charAt(0);
        String inner = quoted.substring(1, quoted.length() - 1);
        if (quote == '`' || inner.indexOf('\\') < 0) {
            return inner;
        }
        Unescaping unescaping = new Unescaping(inner, quote);
        return unescaping.text();
    }
}
