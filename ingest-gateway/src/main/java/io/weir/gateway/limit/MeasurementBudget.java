package io.weir.gateway.limit;

import io.weir.contract.line.SeriesHash;
import java.util.Arrays;

/**
 * Counts new series per measurement and hour. Bounded: distinguishes {@link #MEASUREMENTS}
 * measurements per hour; all others share one budget. Used for new series only. Thread-safe.
 */
final class MeasurementBudget {
    /**
     * If every line has a new measurement name, each name has one series only, and the rest share
     * one budget.
     */
    static final int MEASUREMENTS = 16_384;

    private static final int CAPACITY = 2 * MEASUREMENTS;

    private final int most;
    /** Open addressing by the hash of the name; 0 is free. */
    private final long[] hashes = new long[CAPACITY];

    /** One element more than {@code hashes}: the last one counts for all other measurements. */
    private final int[] series = new int[CAPACITY + 1];

    private int size;
    private SeriesEpoch epoch = SeriesEpoch.NEVER;

    /** Each measurement may bring {@code most} series. */
    MeasurementBudget(int most) {
        this.most = most;
    }

    /**
     * Takes a series from the budget of the measurement between the indexes. Returns the used part
     * of the budget, or 0 if it was used up before.
     */
    synchronized int take(byte[] bytes, int from, int to, int cost, SeriesEpoch now) {
        goOn(now);
        int at = find(SeriesHash.of(bytes, from, to) | 1);
        int used = SeriesCost.charge(series[at], cost, most);
        series[at] = Math.max(series[at], used);
        return used;
    }

    /**
     * Whether the measurement has used so much of its budget that a cleared series table does not
     * reset it.
     */
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
