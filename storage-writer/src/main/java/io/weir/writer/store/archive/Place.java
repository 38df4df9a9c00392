package io.weir.writer.store.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.SeriesHash;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Locale;

/**
 * The directory of the lines of a measurement and an hour, relative to the archive, in the form that other programs
 * read as partitions: {@code measurement=cpu/day=2026-11-27/hour=15}.
 *
 * @param hour hours since 1970, UTC
 */
record Place(String measurement, long hour) {
    static final String MEASUREMENT = "measurement=";
    static final String DAY = "day=";
    static final String HOUR = "hour=";

    /** A directory's name has at most 255 bytes in most file systems. */
    private static final int LONGEST_NAME = 200;

    private static final int HOURS = 24;
    private static final long NANOS_PER_HOUR = 3_600_000_000_000L;

    /** The hour of a time in nanoseconds. */
    static long hourOf(long nanos) {
        return Math.floorDiv(nanos, NANOS_PER_HOUR);
    }

    Path directory() {
        return Path.of(
                MEASUREMENT + encoded(measurement),
                DAY + LocalDate.ofEpochDay(Math.floorDiv(hour, HOURS)),
                HOUR + String.format(Locale.ROOT, "%02d", Math.floorMod(hour, HOURS)));
    }

    /** Percent-encoded; a long name is cut and has its hash instead. */
    static String encoded(String name) {
        StringBuilder encoded = new StringBuilder();
        byte[] bytes = name.getBytes(UTF_8);
        for (byte each : bytes) {
            char c = (char) (each & 0xFF);
            boolean isPlain = (c < 0x80 && Character.isLetterOrDigit(c)) || c == '_' || c == '-' || c == '.';
            if (isPlain) {
                encoded.append(c);
            } else {
                encoded.append(String.format(Locale.ROOT, "%%%02X", (int) c));
            }
        }
        if (encoded.length() <= LONGEST_NAME) {
            return encoded.toString();
        }
        // No cut within a code such as %20.
        int end = encoded.lastIndexOf("%", LONGEST_NAME) > LONGEST_NAME - 3
                ? encoded.lastIndexOf("%", LONGEST_NAME)
                : LONGEST_NAME;
        return encoded.substring(0, end) + String.format(Locale.ROOT, "~%016x", SeriesHash.of(bytes, 0, bytes.length));
    }
}
