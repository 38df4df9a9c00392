package io.weir.standalone.top;

import java.time.Duration;
import java.time.Instant;

/** Formats how long ago something happened, in its largest unit: {@code 5 s}, {@code 12 min}. */
final class Ages {
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private Ages() {}

    /** A time in the future counts as now, because clocks differ. */
    static String of(Instant then, Instant now) {
        long seconds = Math.max(0, Duration.between(then, now).toSeconds());
        if (seconds >= 2 * DAY) {
            return seconds / DAY + " d";
        }
        if (seconds >= 2 * HOUR) {
            return seconds / HOUR + " h";
        }
        return seconds >= 2 * MINUTE ? seconds / MINUTE + " min" : seconds + " s";
    }
}
