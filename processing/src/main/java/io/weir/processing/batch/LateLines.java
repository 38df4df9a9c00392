package io.weir.processing.batch;

import java.util.BitSet;

/**
 * The late values of the current record that storage receives, although it otherwise receives only
 * aggregates of their fields. A store that is sized for aggregates must survive the end of an
 * outage: so each partition stores a limited number of late lines per second of log time, and
 * rejects the others.
 *
 * <p>The number is not saved. Of a record that is read again after a crash, series that the
 * checkpoint includes have no late lines, and the number is at most what it was. So each line that
 * was stored is stored again, as the same point. A line that was rejected may then be stored, too.
 * Not thread-safe.
 */
public final class LateLines {

    private static final long MILLIS_PER_SECOND = 1_000;

    private final int mostPerSecond;
    private final BitSet storedFields = new BitSet();
    private final BitSet stored = new BitSet();
    private final BitSet rejected = new BitSet();
    private long second;
    private int storedInSecond;

    /** @param mostPerSecond the most lines that are stored per second of log time; zero or more */
    public LateLines(int mostPerSecond) {
        this.mostPerSecond = mostPerSecond;
    }

    /** Begins another record, at this log time. */
    public void begin(long logMillis) {
        long now = Math.floorDiv(logMillis, MILLIS_PER_SECOND);
        if (now != second) {
            second = now;
            storedInSecond = 0;
        }
        storedFields.clear();
        stored.clear();
        rejected.clear();
    }

    /** Stores a late field of a metric, or rejects the metric if the limit is reached. */
    public void store(int metric, int field) {
        if (!stored.get(metric) && !rejected.get(metric)) {
            boolean isStored = storedInSecond < mostPerSecond;
            storedInSecond += isStored ? 1 : 0;
            (isStored ? stored : rejected).set(metric);
        }
        if (stored.get(metric)) {
            storedFields.set(field);
        }
    }

    /** Whether storage receives a field because it is late. */
    public boolean isStored(int field) {
        return storedFields.get(field);
    }

    /** The metrics with late values that are not stored. */
    public BitSet rejected() {
        return rejected;
    }
}
