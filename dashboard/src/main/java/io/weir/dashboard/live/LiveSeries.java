package io.weir.dashboard.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** A series as it was seen last: the last number of each field, and who wants to be told. Not thread-safe. */
final class LiveSeries {
    /** More fields than that are not followed. */
    static final int MOST_FIELDS = 256;

    private static final Watch[] NOBODY = {};

    final String measurement;
    final byte[] key;
    final Source source;
    long seenMillis;

    private int count;
    private byte[][] fields = new byte[1][];
    private double[] values = new double[1];
    private long[] millis = new long[1];
    private Watch[][] watches = new Watch[1][];
    private final Usual usual = new Usual();

    /** One line of a feed, that is told of a field. */
    record Watch(LiveFeed feed, int line) {}

    /** @param key its canonical bytes, kept */
    LiveSeries(String measurement, byte[] key, Source source) {
        this.measurement = measurement;
        this.key = key;
        this.source = source;
    }

    int fieldCount() {
        return count;
    }

    String field(int i) {
        return new String(fields[i], UTF_8);
    }

    /** The last number; NaN if there was none. */
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
     * The field of this name, or -1.
     *
     * @param guess which it was in the line before, perhaps
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

    /** Takes in a field that it does not have, if it has room; returns its number, or -1. */
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
        watches[count] = NOBODY;
        return count++;
    }

    void set(int i, long atMillis, double value) {
        millis[i] = atMillis;
        values[i] = value;
        if (!Double.isNaN(value)) {
            usual.take(i, value);
        }
    }

    /** How far the last number is from what is usual, in spreads; 0 if it is none, or nothing is usual yet. */
    double change(int i) {
        return Double.isNaN(values[i]) ? 0 : usual.change(i, values[i]);
    }

    /** What was usual before the last number. */
    double usual(int i) {
        return usual.mean(i, values[i]);
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
