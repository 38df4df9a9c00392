package io.weir.standalone.query;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Times as text, in UTC. */
final class Times {
    private static final DateTimeFormatter TO_THE_MILLISECOND = utc("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'");
    private static final DateTimeFormatter TO_THE_SECOND = utc("uuuu-MM-dd HH:mm:ss");

    private Times() {}

    private static DateTimeFormatter utc(String pattern) {
        return DateTimeFormatter.ofPattern(pattern).withZone(ZoneOffset.UTC);
    }

    /** For programs: ISO 8601, to the millisecond. */
    static String exact(long millis) {
        return TO_THE_MILLISECOND.format(Instant.ofEpochMilli(millis));
    }

    /** For people: to the second, without the zone. */
    static String rounded(long millis) {
        return TO_THE_SECOND.format(Instant.ofEpochMilli(millis));
    }

    /** As a parameter of the API: seconds since 1970, with three decimals. */
    static String parameter(long millis) {
        return String.format("%d.%03d", Math.floorDiv(millis, 1000L), Math.floorMod(millis, 1000L));
    }
}
