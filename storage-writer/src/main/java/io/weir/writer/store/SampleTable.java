package io.weir.writer.store;

import java.util.Arrays;

/**
 * The samples of a request by their series. A series is a place in the lines: the bytes of
 * measurement and tags, and those of a field's key. Used by one thread.
 */
public final class SampleTable {
    /** No sample. */
    public static final int NONE = -1;

    private final PlaceIndex series = new PlaceIndex();
    private int[] first = new int[1 << 10];
    private int[] last = new int[1 << 10];
    private int[] counts = new int[1 << 10];
    private boolean[] isOrdered = new boolean[1 << 10];
    private int[] next = new int[1 << 12];
    private long[] stamps = new long[1 << 12];
    private long[] values = new long[1 << 12];
    private boolean[] isInteger = new boolean[1 << 12];
    private int sampleCount;

    /** Removes everything; the next samples come from this array. */
    public void clear(byte[] bytes) {
        series.clear(bytes);
        sampleCount = 0;
    }

    /**
     * Adds a sample of the series at these places.
     *
     * @param stamp its time, in the unit of the protocol
     */
    public void add(int seriesStart, int seriesEnd, int keyStart, int keyEnd, long stamp, double value) {
        add(number(seriesStart, seriesEnd, keyStart, keyEnd), stamp, Double.doubleToRawLongBits(value), false);
    }

    /** The same for an integer. */
    public void add(int seriesStart, int seriesEnd, int keyStart, int keyEnd, long stamp, long value) {
        add(number(seriesStart, seriesEnd, keyStart, keyEnd), stamp, value, true);
    }

    private void add(int number, long stamp, long value, boolean isWhole) {
        if (sampleCount == next.length) {
            next = Arrays.copyOf(next, 2 * sampleCount);
            stamps = Arrays.copyOf(stamps, 2 * sampleCount);
            values = Arrays.copyOf(values, 2 * sampleCount);
            isInteger = Arrays.copyOf(isInteger, 2 * sampleCount);
        }
        int sample = sampleCount++;
        stamps[sample] = stamp;
        values[sample] = value;
        isInteger[sample] = isWhole;
        next[sample] = NONE;
        int before = last[number];
        if (before == NONE) {
            first[number] = sample;
        } else {
            next[before] = sample;
            isOrdered[number] &= stamp > stamps[before];
        }
        last[number] = sample;
        counts[number]++;
    }

    /** The number of series. */
    public int seriesCount() {
        return series.count();
    }

    /** The index of the first byte of the measurement. */
    public int seriesStart(int number) {
        return series.firstStart(number);
    }

    /** The index after the tags. */
    public int seriesEnd(int number) {
        return series.firstEnd(number);
    }

    /** The index of the first byte of the field's key. */
    public int keyStart(int number) {
        return series.secondStart(number);
    }

    /** The index after the field's key. */
    public int keyEnd(int number) {
        return series.secondEnd(number);
    }

    /**
     * Sorts a series by time, the last one of each stamp only; returns its first sample. Call this before
     * {@link #count}.
     */
    public int inOrder(int number) {
        if (!isOrdered[number]) {
            first[number] = withoutRepeats(number, sorted(first[number], counts[number]));
            isOrdered[number] = true;
        }
        return first[number];
    }

    /** The number of samples of a series. */
    public int count(int number) {
        return counts[number];
    }

    /** The next sample of the same series, or {@link #NONE}. */
    public int next(int sample) {
        return next[sample];
    }

    /** The time of a sample. */
    public long stamp(int sample) {
        return stamps[sample];
    }

    /** Whether a sample was added as an integer. */
    public boolean isInteger(int sample) {
        return isInteger[sample];
    }

    /** The value of an integer, or the bits of a float. */
    public long bits(int sample) {
        return values[sample];
    }

    /** The value of a float. */
    public double value(int sample) {
        return Double.longBitsToDouble(values[sample]);
    }

    private int number(int seriesStart, int seriesEnd, int keyStart, int keyEnd) {
        int known = series.count();
        int number = series.number(0, seriesStart, seriesEnd, keyStart, keyEnd);
        if (number == known) {
            if (number == first.length) {
                first = Arrays.copyOf(first, 2 * number);
                last = Arrays.copyOf(last, 2 * number);
                counts = Arrays.copyOf(counts, 2 * number);
                isOrdered = Arrays.copyOf(isOrdered, 2 * number);
            }
            last[number] = NONE;
            counts[number] = 0;
            isOrdered[number] = true;
        }
        return number;
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
            boolean isLeft = b == NONE || (a != NONE && stamps[a] <= stamps[b]);
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

    private int withoutRepeats(int number, int head) {
        int kept = head;
        while (next[kept] != NONE) {
            int following = next[kept];
            if (stamps[following] == stamps[kept]) {
                values[kept] = values[following];
                isInteger[kept] = isInteger[following];
                counts[number]--;
                next[kept] = next[following];
            } else {
                kept = following;
            }
        }
        return head;
    }
}
