package io.weir.writer.store.remotewrite;

import java.util.Arrays;

/**
 * The samples of a request by their series. A series is a place in the lines: the bytes of
 * measurement and tags, and those of a field's key. Used by one thread.
 */
final class SampleTable {
    /** No sample. */
    static final int NONE = -1;

    private static final int PLACES = 4;
    private static final long PRIME = 0x100000001b3L;

    private byte[] lines = {};
    /** Open addressing: the number of a series + 1, or 0. */
    private int[] slots = new int[1 << 12];
    /** Four places of each series: start and end of series and key. */
    private int[] places = new int[PLACES << 10];

    private long[] hashes = new long[1 << 10];
    private int[] first = new int[1 << 10];
    private int[] last = new int[1 << 10];
    private int[] counts = new int[1 << 10];
    private boolean[] isOrdered = new boolean[1 << 10];
    private int seriesCount;
    private int[] next = new int[1 << 12];
    private long[] millis = new long[1 << 12];
    private double[] values = new double[1 << 12];
    private int sampleCount;

    /** Removes everything; the next samples come from this array. */
    void clear(byte[] bytes) {
        lines = bytes;
        Arrays.fill(slots, 0);
        seriesCount = 0;
        sampleCount = 0;
    }

    /** Adds a sample of the series at these places. */
    void add(int seriesStart, int seriesEnd, int keyStart, int keyEnd, long stamp, double value) {
        int series = series(seriesStart, seriesEnd, keyStart, keyEnd);
        if (sampleCount == next.length) {
            next = Arrays.copyOf(next, 2 * sampleCount);
            millis = Arrays.copyOf(millis, 2 * sampleCount);
            values = Arrays.copyOf(values, 2 * sampleCount);
        }
        int sample = sampleCount++;
        millis[sample] = stamp;
        values[sample] = value;
        next[sample] = NONE;
        int before = last[series];
        if (before == NONE) {
            first[series] = sample;
        } else {
            next[before] = sample;
            isOrdered[series] &= stamp > millis[before];
        }
        last[series] = sample;
        counts[series]++;
    }

    int seriesCount() {
        return seriesCount;
    }

    int seriesStart(int series) {
        return places[PLACES * series];
    }

    int seriesEnd(int series) {
        return places[PLACES * series + 1];
    }

    int keyStart(int series) {
        return places[PLACES * series + 2];
    }

    int keyEnd(int series) {
        return places[PLACES * series + 3];
    }

    /** Sorts a series by time, the last one of each millisecond only; returns its first sample. */
    int inOrder(int series) {
        if (!isOrdered[series]) {
            first[series] = withoutRepeats(sorted(first[series], counts[series]));
        }
        return first[series];
    }

    /** The next sample of the same series, or {@link #NONE}. */
    int next(int sample) {
        return next[sample];
    }

    long millis(int sample) {
        return millis[sample];
    }

    double value(int sample) {
        return values[sample];
    }

    private int series(int seriesStart, int seriesEnd, int keyStart, int keyEnd) {
        long hash = hash(hash(1, seriesStart, seriesEnd), keyStart, keyEnd);
        int mask = slots.length - 1;
        int slot = (int) (hash ^ hash >>> 32) & mask;
        while (slots[slot] != 0) {
            int series = slots[slot] - 1;
            if (hashes[series] == hash && isSame(series, seriesStart, seriesEnd, keyStart, keyEnd)) {
                return series;
            }
            slot = slot + 1 & mask;
        }
        int series = newSeries(seriesStart, seriesEnd, keyStart, keyEnd);
        hashes[series] = hash;
        slots[slot] = series + 1;
        if (2 * seriesCount > slots.length) {
            grow();
        }
        return series;
    }

    private int newSeries(int seriesStart, int seriesEnd, int keyStart, int keyEnd) {
        if (seriesCount == hashes.length) {
            int size = 2 * seriesCount;
            places = Arrays.copyOf(places, PLACES * size);
            hashes = Arrays.copyOf(hashes, size);
            first = Arrays.copyOf(first, size);
            last = Arrays.copyOf(last, size);
            counts = Arrays.copyOf(counts, size);
            isOrdered = Arrays.copyOf(isOrdered, size);
        }
        int series = seriesCount++;
        places[PLACES * series] = seriesStart;
        places[PLACES * series + 1] = seriesEnd;
        places[PLACES * series + 2] = keyStart;
        places[PLACES * series + 3] = keyEnd;
        last[series] = NONE;
        counts[series] = 0;
        isOrdered[series] = true;
        return series;
    }

    private void grow() {
        slots = new int[2 * slots.length];
        int mask = slots.length - 1;
        for (int series = 0; series < seriesCount; series++) {
            int slot = (int) (hashes[series] ^ hashes[series] >>> 32) & mask;
            while (slots[slot] != 0) {
                slot = slot + 1 & mask;
            }
            slots[slot] = series + 1;
        }
    }

    private boolean isSame(int series, int seriesStart, int seriesEnd, int keyStart, int keyEnd) {
        return Arrays.equals(lines, seriesStart(series), seriesEnd(series), lines, seriesStart, seriesEnd)
                && Arrays.equals(lines, keyStart(series), keyEnd(series), lines, keyStart, keyEnd);
    }

    private long hash(long seed, int from, int to) {
        long hash = seed;
        for (int at = from; at < to; at++) {
            hash = (hash ^ lines[at]) * PRIME;
        }
        return hash * PRIME;
    }

    /** Merge sort of a list of this many samples; stable. */
    private int sorted(int head, int count) {
        if (count == 1) {
            next[head] = NONE;
            return head;
        }
        int second = head;
        for (int i = 0; i < count / 2; i++) {
            second = next[second];
        }
        int right = sorted(second, count - count / 2);
        int left = sorted(head, count / 2);
        return merged(left, right);
    }

    private int merged(int left, int right) {
        int head = NONE;
        int tail = NONE;
        int a = left;
        int b = right;
        while (a != NONE || b != NONE) {
            boolean isLeft = b == NONE || (a != NONE && millis[a] <= millis[b]);
            int taken = isLeft ? a : b;
            if (isLeft) {
                a = next[a];
            } else {
                b = next[b];
            }
            if (tail == NONE) {
                head = taken;
            } else {
                next[tail] = taken;
            }
            tail = taken;
        }
        return head;
    }

    private int withoutRepeats(int head) {
        int kept = head;
        while (next[kept] != NONE) {
            int following = next[kept];
            if (millis[following] == millis[kept]) {
                values[kept] = values[following];
                next[kept] = next[following];
            } else {
                kept = following;
            }
        }
        return head;
    }
}
