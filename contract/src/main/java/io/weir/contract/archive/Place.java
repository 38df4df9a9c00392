package io.weir.contract.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.SeriesHash;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/**
 * The directory of the lines of a measurement and an hour, relative to the archive, in the form that other programs
 * read as partitions: {@code measurement=cpu/day=2026-11-27/hour=15}.
 *
 * @param hour hours since 1970, UTC; or {@link #SCATTERED}
 */
public record Place(String measurement, long hour) {
    public static final String MEASUREMENT = "measurement=";
    static final String DAY = "day=";
    static final String HOUR = "hour=";

    /** A directory's name has at most 255 bytes in most file systems. */
    private static final int LONGEST_NAME = 200;

    /** Precedes the hash of a name that was cut. */
    private static final char CUT = '~';

    private static final int HOURS = 24;

    /**
     * Instead of an hour: lines of hours that have few. It is the directory day=0001-01-01/hour=00, which is before all
     * times that a line can have, and which every program reads as a day and an hour.
     */
    public static final long SCATTERED = LocalDate.of(1, 1, 1).toEpochDay() * HOURS;

    private static final long NANOS_PER_HOUR = 3_600_000_000_000L;

    /** The hour of a time in nanoseconds. */
    public static long hourOf(long nanos) {
        return Math.floorDiv(nanos, NANOS_PER_HOUR);
    }

    /** Whether an hour begins at this time. */
    public static boolean isBegin(long nanos) {
        return Math.floorMod(nanos, NANOS_PER_HOUR) == 0;
    }

    public Path directory() {
        return Path.of(
                MEASUREMENT + encoded(measurement),
                DAY + LocalDate.ofEpochDay(Math.floorDiv(hour, HOURS)),
                HOUR + String.format(Locale.ROOT, "%02d", Math.floorMod(hour, HOURS)));
    }

    /** Percent-encoded; a long name is cut and has its hash instead. */
    public static String encoded(String name) {
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
        return encoded.substring(0, end)
                + String.format(Locale.ROOT, CUT + "%016x", SeriesHash.of(bytes, 0, bytes.length));
    }

    /** The name that was encoded; empty if it was cut. */
    public static Optional<String> decoded(String encoded) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int at = 0; at < encoded.length(); at++) {
            char c = encoded.charAt(at);
            if (c == CUT) {
                return Optional.empty();
            }
            boolean isCode = c == '%'
                    && at + 2 < encoded.length()
                    && HexFormat.isHexDigit(encoded.charAt(at + 1))
                    && HexFormat.isHexDigit(encoded.charAt(at + 2));
            bytes.write(isCode ? HexFormat.fromHexDigits(encoded, at + 1, at + 3) : c);
            at += isCode ? 2 : 0;
        }
        return Optional.of(bytes.toString(UTF_8));
    }
}
