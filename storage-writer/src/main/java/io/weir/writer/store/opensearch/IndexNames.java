package io.weir.writer.store.opensearch;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.writer.store.JsonBuffer;
import java.time.LocalDate;

/**
 * The names of indices, and the days in them: {@code PREFIX-MEASUREMENT-2026.11.27}. Servers accept
 * lower-case letters only, so measurements that differ by case, or by characters that no index may
 * have, share an index. Used by one thread.
 */
final class IndexNames {
    private static final long DAY_NANOS = 86_400_000_000_000L;
    /** Names have at most 255 bytes. */
    private static final int LONGEST_MEASUREMENT = 190;

    private static final int MONTH_LENGTH = "2026.11".length();
    private static final int DAY_LENGTH = "2026.11.27".length();

    private final byte[] prefix;
    private final int periodLength;
    private long day = Long.MIN_VALUE;
    /** The day as a date of ISO 8601, and as a part of a name. */
    private byte[] date = {};

    private byte[] dotted = {};

    IndexNames(OpenSearchUrl url) {
        prefix = (url.prefix() + "-").getBytes(US_ASCII);
        periodLength = url.isPerMonth() ? MONTH_LENGTH : DAY_LENGTH;
    }

    /** Appends the name for a measurement and a time. */
    void putName(byte[] source, int from, int to, long stamp, JsonBuffer json) {
        read(stamp);
        json.put(prefix);
        int end = Math.min(to, from + LONGEST_MEASUREMENT);
        for (int at = from; at < end; at++) {
            boolean isEscape = source[at] == '\\' && at + 1 < to && (source[at + 1] == ',' || source[at + 1] == ' ');
            if (!isEscape) {
                json.put(allowed(source[at]));
            }
        }
        json.put('-');
        json.put(dotted, 0, periodLength);
    }

    /** Appends a time as a text of ISO 8601 with nanoseconds. */
    void putTime(long stamp, JsonBuffer json) {
        read(stamp);
        json.put(date);
        json.put('T');
        long nanos = Math.floorMod(stamp, DAY_NANOS);
        int second = (int) (nanos / 1_000_000_000);
        putDigits(second / 3600, 10, json);
        json.put(':');
        putDigits(second / 60 % 60, 10, json);
        json.put(':');
        putDigits(second % 60, 10, json);
        json.put('.');
        putDigits((int) (nanos % 1_000_000_000), 100_000_000, json);
        json.put('Z');
    }

    private void read(long stamp) {
        long its = Math.floorDiv(stamp, DAY_NANOS);
        if (its != day) {
            day = its;
            String text = LocalDate.ofEpochDay(its).toString();
            date = text.getBytes(US_ASCII);
            dotted = text.replace('-', '.').getBytes(US_ASCII);
        }
    }

    private static void putDigits(int number, int first, JsonBuffer json) {
        for (int power = first; power > 0; power /= 10) {
            json.put((char) ('0' + number / power % 10));
        }
    }

    private static char allowed(byte next) {
        if (next >= 'A' && next <= 'Z') {
            return (char) (next + ('a' - 'A'));
        }
        boolean isAllowed = (next >= 'a' && next <= 'z') || (next >= '0' && next <= '9') || next == '.' || next == '-';
        return isAllowed ? (char) next : '_';
    }
}
