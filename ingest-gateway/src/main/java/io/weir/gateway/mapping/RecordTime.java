package io.weir.gateway.mapping;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.gateway.intake.stamp.StampUnit;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.util.Locale;

/** Reads the time of a record: a number, also with decimals or as a text, or a time in ISO 8601. */
final class RecordTime {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** Longer numbers and texts are not times. */
    private static final int MOST_DIGITS = 40;

    /** Also zones such as +0200 and +02, and times without seconds. */
    private static final DateTimeFormatter ISO = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
            .parseLenient()
            .appendOffset("+HH", "Z")
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);

    private final StampUnit unit;
    private long nanos;

    /** @param unit of numbers */
    RecordTime(StampUnit unit) {
        this.unit = unit;
    }

    /** The time that was read last, in nanoseconds since the epoch. */
    long nanos() {
        return nanos;
    }

    /** Reads a time, or returns the reason why there is none. */
    RecordError read(JsonNode value) {
        if (value.isIntegralNumber() && value.canConvertToLong()) {
            return whole(value.longValue());
        }
        if (value.isNumber()) {
            return number(value.asText());
        }
        String text = value.isTextual() ? value.textValue() : "";
        if (text.length() > MOST_DIGITS) {
            return RecordError.BAD_TIMESTAMP;
        }
        boolean isNumber = !text.isEmpty()
                && text.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '.' || c == '-')
                && text.lastIndexOf('-') <= 0;
        return isNumber ? number(text) : iso(text);
    }

    private RecordError whole(long stamp) {
        if (!unit.fits(stamp)) {
            return RecordError.FAR_TIMESTAMP;
        }
        nanos = unit.toNanos(stamp);
        return RecordError.NONE;
    }

    private RecordError number(String text) {
        if (text.length() > MOST_DIGITS) { // Of a number that is no text.
            return RecordError.BAD_TIMESTAMP;
        }
        BigDecimal stamp;
        try {
            stamp = new BigDecimal(text);
        } catch (NumberFormatException e) {
            return RecordError.BAD_TIMESTAMP;
        }
        // A number such as 1e-999999999 would need a gigabyte.
        if (Math.abs(stamp.scale()) > MOST_DIGITS) {
            return RecordError.BAD_TIMESTAMP;
        }
        if (Math.abs(stamp.doubleValue()) >= Long.MAX_VALUE) {
            return RecordError.FAR_TIMESTAMP;
        }
        long before = stamp.setScale(0, RoundingMode.FLOOR).longValue();
        RecordError error = whole(before);
        if (error == RecordError.NONE) {
            BigDecimal rest = stamp.subtract(BigDecimal.valueOf(before));
            long more = rest.multiply(BigDecimal.valueOf(unit.nanosOf(before))).longValue();
            if (nanos > Long.MAX_VALUE - more) {
                return RecordError.FAR_TIMESTAMP;
            }
            nanos += more;
        }
        return error;
    }

    private static Instant instant(String text) {
        try {
            return ISO.parse(text, Instant::from);
        } catch (DateTimeException e) {
            return Instant.parse(text); // Leap seconds, and the end of a day.
        }
    }

    private RecordError iso(String text) {
        try {
            Instant time = instant(text);
            nanos = Math.addExact(Math.multiplyExact(time.getEpochSecond(), NANOS_PER_SECOND), time.getNano());
            return RecordError.NONE;
        } catch (DateTimeException e) {
            return RecordError.BAD_TIMESTAMP;
        } catch (ArithmeticException e) {
            return RecordError.FAR_TIMESTAMP;
        }
    }
}
