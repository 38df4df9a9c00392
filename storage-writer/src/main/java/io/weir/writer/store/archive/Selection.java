package io.weir.writer.store.archive;

import io.weir.contract.archive.Place;
import io.weir.contract.rule.match.Glob;
import java.time.Instant;
import java.util.List;

/**
 * Lines of an archive.
 *
 * @param measurements patterns of their measurements; empty for all
 * @param from their earliest time
 * @param to the time before which they are
 */
public record Selection(List<Glob> measurements, Instant from, Instant to) {
    /** Everything. */
    public static final Selection ALL = new Selection(
            List.of(), Instant.ofEpochSecond(0, Long.MIN_VALUE), Instant.ofEpochSecond(0, Long.MAX_VALUE));

    private static final long PER_SECOND = 1_000_000_000L;

    /** Copies the list. */
    public Selection {
        measurements = List.copyOf(measurements);
    }

    boolean hasMeasurement(String name) {
        return measurements.isEmpty() || measurements.stream().anyMatch(pattern -> pattern.matches(name));
    }

    boolean hasHour(long hour) {
        return hour == Place.SCATTERED || (hour >= Place.hourOf(fromNanos()) && hour <= Place.hourOf(toNanos()));
    }

    /** Whether all times of the hour are selected; true for scattered lines. */
    boolean hasWholeHour(long hour) {
        long first = Place.hourOf(fromNanos()) + (Place.isBegin(fromNanos()) ? 0 : 1);
        return hour == Place.SCATTERED || (hour >= first && hour < Place.hourOf(toNanos()));
    }

    long fromNanos() {
        return nanos(from);
    }

    long toNanos() {
        return nanos(to);
    }

    /** The nearest time that a line can have. */
    private static long nanos(Instant time) {
        try {
            return Math.addExact(Math.multiplyExact(time.getEpochSecond(), PER_SECOND), time.getNano());
        } catch (ArithmeticException e) {
            return time.getEpochSecond() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }
}
