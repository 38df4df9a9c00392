package io.weir.dashboard.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** A series with the last value of each field and the feeds that follow it. Not thread-safe. */
final class LiveSeries {
    /** Limit of followed fields. */
    static final int MOST_FIELDS = 256;

    private static final Watch[] NO_WATCHES = {};

    final String measurement;
    final byte[] key;
    final HostCounts source;
    long seenMillis;

    private int count;
    private byte[][] fields = new byte[1][];
    private double[] values = new double[1];
    private long[] millis = new long[1];
    private Watch[][] watches = new Watch[1][];
    private final Baseline baseline = new Baseline();

    /** The line of a feed that follows a field. */
    record Watch(LiveFeed feed, int line) {}

    /** @param key its canonical bytes, which are retained */
    LiveSeries(String measurement, byte[] key, HostCounts source) {
        this.measurement = measurement;
        this.key = key;
        this.source = source;
    }

    SeriesNames names() {
        return new SeriesNames(measurement, key, fields, count);
    }

    int fieldCount() {
        return count;
    }

    String field(int i) {
        return new String(fields[i], UTF_8);
    }

    /** The last value; NaN if it is a string, or if there was none. */
    double value(int i) {
        return values[i];
    }

    long millis(int i) {
        return millis[i];
    }

    Watch[] watches(int i) {
        return watches[i];
    }

    /**
     * The number of the field with this name, or -1.
     *
     * @param guess its probable number, from the line before
     */
    int find(byte[] bytes, int from, int to, int guess) {
        if (guess < count && Arrays.equals(fields[guess], 0, fields[guess].length, bytes, from, to)) {
            return guess;
        }
        for (int i = 0; i < count; i++) {
            if (Arrays.equals(fields[i], 0, fields[i].length, bytes, from, to)) {
                return i;
            }
        }
        return -1;
    }

    /** Adds a new field; returns its number, or -1 if there is no space. */
    int add(byte[] field) {
        if (count == MOST_FIELDS) {
            return -1;
        }
        if (count == fields.length) {
            int length = Math.min(MOST_FIELDS, count * 2);
            fields = Arrays.copyOf(fields, length);
            values = Arrays.copyOf(values, length);
            millis = Arrays.copyOf(millis, length);
            watches = Arrays.copyOf(watches, length);
        }
        fields[count] = field;
        values[count] = Double.NaN;
        watches[count] = NO_WATCHES;
        return count++;
    }

    void set(int i, long atMillis, double value) {
        millis[i] = atMillis;
        values[i] = value;
        if (!Double.isNaN(value)) {
            baseline.take(i, value);
        }
    }

    /**
     * Distance of the last value from the baseline, in standard deviations; 0 if the value is not a
     * number or there is no baseline.
     */
    double deviation(int i) {
        return Double.isNaN(values[i]) ? 0 : baseline.deviation(i, values[i]);
    }

    /** The mean before the last value. */
    double baseline(int i) {
        return baseline.mean(i, values[i]);
    }

    void watch(int i, Watch watch) {
        Watch[] more = Arrays.copyOf(watches[i], watches[i].length + 1);
        more[more.length - 1] = watch;
        watches[i] = more;
    }

    void forget(LiveFeed feed) {
        for (int i = 0; i < count; i++) {
            if (isWatched(i, feed)) {
                watches[i] = Arrays.stream(watches[i])
                        .filter(watch -> watch.feed != feed)
                        .toArray(Watch[]::new);
            }
        }
    }

    boolean isWatched(int i, LiveFeed feed) {
        for (Watch watch : watches[i]) {
            if (watch.feed == feed) {
                return true;
            }
        }
        return false;
    }
}
