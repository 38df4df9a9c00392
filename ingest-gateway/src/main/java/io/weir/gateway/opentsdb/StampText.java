package io.weir.gateway.opentsdb;

import io.weir.gateway.intake.spelling.NumberText;
import io.weir.gateway.intake.spelling.SecondsText;
import io.weir.gateway.intake.stamp.StampUnit;

/**
 * The text of a timestamp: seconds, with decimals or not, or milliseconds as a whole number of 11 to
 * 13 digits.
 */
final class StampText {
    private static final long MILLIS_FROM = 10_000_000_000L;
    private static final long MILLIS_BELOW = 10_000_000_000_000L;

    private StampText() {}

    /** The nanoseconds, above 0; {@link SecondsText#BAD} or {@link SecondsText#FAR}. */
    static long nanos(byte[] text, int from, int to) {
        long nanos =
                NumberText.isInteger(text, from, to) ? wholeNanos(text, from, to) : SecondsText.nanos(text, from, to);
        return nanos > 0 || nanos == SecondsText.FAR ? nanos : SecondsText.BAD;
    }

    private static long wholeNanos(byte[] digits, int from, int to) {
        if (digits[from] == '-') {
            return SecondsText.BAD;
        }
        long stamp = 0;
        for (int at = from; at < to; at++) {
            stamp = stamp * 10 + digits[at] - '0';
            if (stamp >= MILLIS_BELOW) {
                return SecondsText.FAR;
            }
        }
        StampUnit unit = stamp < MILLIS_FROM ? StampUnit.S : StampUnit.MS;
        return unit.fits(stamp) ? unit.toNanos(stamp) : SecondsText.FAR;
    }
}
