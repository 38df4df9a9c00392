package io.weir.standalone.status;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Formats a rate with three significant digits, as in {@code 12.3 k/s}. */
public final class RateText {
    private RateText() {}

    /** The rate of {@code count} events in a time; 0 if the time is not positive. */
    static String of(long count, long nanos) {
        return of(nanos <= 0 ? 0 : (double) count * TimeUnit.SECONDS.toNanos(1) / nanos);
    }

    /** A rate per second. */
    public static String of(double perSecond) {
        if (perSecond >= 999_500) {
            return digits(perSecond / 1_000_000) + " M/s";
        }
        return perSecond >= 999.5 ? digits(perSecond / 1_000) + " k/s" : digits(perSecond) + "/s";
    }

    private static String digits(double number) {
        if (number == 0) {
            return "0";
        }
        int decimals = number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + decimals + "f", number);
    }
}
