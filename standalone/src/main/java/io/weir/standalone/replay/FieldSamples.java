package io.weir.standalone.replay;

import io.weir.query.series.Labels;
import io.weir.query.series.Series;
import java.util.Arrays;

/** The samples of a field of a series, in the order of their times. For one thread. */
final class FieldSamples {
    private static final int FEWEST = 2;

    private final Labels labels;
    private final String measurement;
    private final String field;
    private final long back;
    private long[] stamps = new long[FEWEST];
    private double[] values = new double[FEWEST];
    private int size;

    /** @param back age from which a sample may be forgotten, in milliseconds */
    FieldSamples(Labels labels, String measurement, String field, long back) {
        this.labels = labels;
        this.measurement = measurement;
        this.field = field;
        this.back = back;
    }

    Labels labels() {
        return labels;
    }

    String measurement() {
        return measurement;
    }

    String field() {
        return field;
    }

    /**
     * Of several values of a millisecond, the last one counts. A sample that is old already is not kept. Returns the
     * number of further samples.
     */
    int add(long stamp, double value, long now) {
        if (stamp < oldest(now)) {
            return 0;
        }
        int at = size == 0 || stamps[size - 1] < stamp ? size : first(stamp);
        if (at < size && stamps[at] == stamp) {
            values[at] = value;
            return 0;
        }
        if (size == stamps.length) {
            stamps = Arrays.copyOf(stamps, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        System.arraycopy(stamps, at, stamps, at + 1, size - at);
        System.arraycopy(values, at, values, at + 1, size - at);
        stamps[at] = stamp;
        values[at] = value;
        size++;
        return 1;
    }

    /** Returns the number of forgotten samples. */
    int forget(long now) {
        int old = first(oldest(now));
        if (old > 0) {
            size -= old;
            stamps = Arrays.copyOfRange(stamps, old, old + Math.max(FEWEST, size));
            values = Arrays.copyOfRange(values, old, old + Math.max(FEWEST, size));
        }
        return old;
    }

    private long oldest(long now) {
        return back > now ? Long.MIN_VALUE : now - back;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The samples between the times, both included. */
    Series between(long from, long to) {
        int begin = first(from);
        int end = Math.max(begin, first(to + 1));
        return new Series(labels, Arrays.copyOfRange(stamps, begin, end), Arrays.copyOfRange(values, begin, end));
    }

    /** The index of the first sample that is not before the time. */
    private int first(long time) {
        int found = Arrays.binarySearch(stamps, 0, size, time);
        return found < 0 ? -found - 1 : found;
    }
}
