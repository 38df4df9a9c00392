package io.weir.writer.store.archive;

import java.time.Instant;
import java.util.Set;

/**
 * Lines of an archive.
 *
 * @param measurements their measurements; empty for all
 * @param from their earliest time
 * @param to the time before which they are
 */
public record Selection(Set<String> measurements, Instant from, Instant to) {
    /** Everything. */
    public static final Selection ALL =
            new Selection(Set.of(), Instant.ofEpochSecond(0, Long.MIN_VALUE), Instant.ofEpochSecond(0, Long.MAX_VALUE));

    private static final long PER_SECOND = 1_000_000_000L;

    /** Copies the set. */
    public Selection {
        measurements = Set.copyOf(measurements);
    }

    boolean hasDirectory(String name) {
        return measurements.isEmpty()
                || measurements.stream().map(Place::encoded).anyMatch(name::equals);
    }

    boolean hasHour(long hour) {
        return hour >= Place.hourOf(fromNanos()) && hour <= Place.hourOf(toNanos());
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
