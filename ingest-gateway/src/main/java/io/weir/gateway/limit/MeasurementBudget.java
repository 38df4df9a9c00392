package io.weir.gateway.limit;

import io.weir.contract.line.SeriesHash;
import java.util.Arrays;

/**
 * How many new series each measurement has brought in an hour. Bounded: so many measurements are told apart, the others share one
 * budget until the next one. Touched for new series only. Thread-safe.
 */
final class MeasurementBudget {
    /** Of a name that is chosen anew for every line, each has one series only, and all together one budget. */
    static final int MEASUREMENTS = 16_384;

    private static final int CAPACITY = 2 * MEASUREMENTS;

    private final int most;
    /** Open addressing by the hash of the name; 0 is free. */
    private final long[] hashes = new long[CAPACITY];

    /** One more than there are hashes: the last one is of all others. */
    private final int[] series = new int[CAPACITY + 1];

    private int size;
    private SeriesEpoch epoch = SeriesEpoch.NEVER;

    /** Each measurement may bring {@code most} series. */
    MeasurementBudget(int most) {
        this.most = most;
    }

    /** Takes one of the series of the measurement that lies from {@code from} to {@code to}; says which it is, from 1, or 0. */
    synchronized int take(byte[] bytes, int from, int to, SeriesEpoch now) {
        goOn(now);
        int at = find(SeriesHash.of(bytes, from, to) | 1);
        return series[at] < most ? ++series[at] : 0;
    }

    /** Whether the measurement has brought so many series that a start-over does not forgive them. */
    synchronized boolean hasBroughtMany(byte[] bytes, int from, int to, SeriesEpoch now) {
        goOn(now);
        return !SeriesEpoch.isSmall(series[find(SeriesHash.of(bytes, from, to) | 1)], most);
    }

    private void goOn(SeriesEpoch now) {
        if (now.hour() > epoch.hour()) {
            size = 0;
            Arrays.fill(hashes, 0);
            Arrays.fill(series, 0);
        } else if (now.startOvers() > epoch.startOvers()) {
            for (int i = 0; i < series.length; i++) {
                series[i] = SeriesEpoch.isSmall(series[i], most) ? 0 : series[i];
            }
        }
        epoch = new SeriesEpoch(Math.max(epoch.hour(), now.hour()), Math.max(epoch.startOvers(), now.startOvers()));
    }

    private int find(long hash) {
        int at = (int) (hash >>> 32) & (CAPACITY - 1);
        while (hashes[at] != 0) {
            if (hashes[at] == hash) {
                return at;
            }
            at = (at + 1) & (CAPACITY - 1);
        }
        if (size == MEASUREMENTS) {
            return CAPACITY;
        }
        size++;
        hashes[at] = hash;
        return at;
    }
}
