package io.weir.standalone.ruletest;

import io.weir.contract.config.Refusal;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Pattern;

/** Times of a test, in seconds since its start. */
final class Seconds {
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,9}(\\.\\d{1,9})?");
    private static final int NANO_DIGITS = 9;

    private Seconds() {}

    /** Parses seconds such as {@code 1.5} into nanoseconds. */
    static long nanos(String seconds) {
        if (!NUMBER.matcher(seconds).matches()) {
            throw new Refusal(
                    "begins with " + Refusal.quote(seconds),
                    "a line begins with its second, such as 1.5 cpu,host=a value=1");
        }
        return new BigDecimal(seconds).movePointRight(NANO_DIGITS).longValueExact();
    }

    /** Formats nanoseconds as seconds, such as {@code 1.5}. */
    static String show(long nanos) {
        return BigDecimal.valueOf(nanos, NANO_DIGITS).stripTrailingZeros().toPlainString();
    }

    /** Formats a time since the start, such as {@code 1.5s}. */
    static String show(Duration time) {
        return show(time.toNanos()) + "s";
    }
}
