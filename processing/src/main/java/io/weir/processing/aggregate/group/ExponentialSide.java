package io.weir.processing.aggregate.group;

import io.weir.processing.aggregate.cell.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The buckets of an {@link Exponential} histogram on one side of zero: counts above zero, by index.
 * Not thread-safe.
 */
final class ExponentialSide {

    private static final int LEAST_CAPACITY = 16;

    /** In ascending order. */
    private int[] indexes = new int[LEAST_CAPACITY];

    private double[] counts = new double[LEAST_CAPACITY];
    private int size;

    int size() {
        return size;
    }

    int index(int place) {
        return indexes[place];
    }

    double count(int place) {
        return counts[place];
    }

    /** The sum of all counts. */
    double total() {
        double total = 0;
        for (int i = 0; i < size; i++) {
            total += counts[i];
        }
        return total;
    }

    /** Adds to a bucket; zero makes none. */
    void add(int index, double count) {
        if (count == 0) {
            return;
        }
        int place = size > 0 && indexes[size - 1] < index ? -1 - size : Arrays.binarySearch(indexes, 0, size, index);
        if (place < 0) {
            place = -1 - place;
            insert(place, index);
        }
        counts[place] += count;
    }

    private void insert(int place, int index) {
        if (size == indexes.length) {
            indexes = Arrays.copyOf(indexes, size * 2);
            counts = Arrays.copyOf(counts, size * 2);
        }
        System.arraycopy(indexes, place, indexes, place + 1, size - place);
        System.arraycopy(counts, place, counts, place + 1, size - place);
        indexes[place] = index;
        counts[place] = 0;
        size++;
    }

    void addAll(ExponentialSide other) {
        for (int i = 0; i < other.size; i++) {
            add(other.indexes[i], other.counts[i]);
        }
    }

    /** Merges 2^{@code steps} neighbouring buckets each. */
    void widen(int steps) {
        int before = size;
        size = 0;
        for (int i = 0; i < before; i++) {
            int index = indexes[i] >> Math.min(steps, Integer.SIZE - 1);
            if (size > 0 && indexes[size - 1] == index) {
                counts[size - 1] += counts[i];
            } else {
                indexes[size] = index;
                counts[size++] = counts[i];
            }
        }
    }

    /** Removes the buckets below an index and returns what they count. */
    double takeBelow(int index) {
        int taken = 0;
        double count = 0;
        while (taken < size && indexes[taken] < index) {
            count += counts[taken++];
        }
        size -= taken;
        System.arraycopy(indexes, taken, indexes, 0, size);
        System.arraycopy(counts, taken, counts, 0, size);
        return count;
    }

    /** Whether each bucket of {@code earlier} counts no more than it does here. */
    boolean includes(ExponentialSide earlier) {
        int place = 0;
        for (int i = 0; i < earlier.size; i++) {
            while (place < size && indexes[place] < earlier.indexes[i]) {
                place++;
            }
            if (place == size || indexes[place] != earlier.indexes[i] || counts[place] < earlier.counts[i]) {
                return false;
            }
        }
        return true;
    }

    /** Subtracts counts that are {@link #includes included}. */
    void subtract(ExponentialSide earlier) {
        int from = 0;
        int before = size;
        size = 0;
        for (int i = 0; i < before; i++) {
            boolean isBoth = from < earlier.size && earlier.indexes[from] == indexes[i];
            double left = isBoth ? counts[i] - earlier.counts[from++] : counts[i];
            if (left > 0) {
                indexes[size] = indexes[i];
                counts[size++] = left;
            }
        }
    }

    void write(DataOutput out) throws IOException {
        Varint.write(size, out);
        long next = Integer.MIN_VALUE;
        for (int i = 0; i < size; i++) {
            // The first index is probably near zero, and each other one near the one before it.
            long step = i == 0 ? zigzag(indexes[0]) : indexes[i] - next;
            Varint.write(step, out);
            WrittenCount.write(counts[i], out);
            next = indexes[i] + 1L;
        }
    }

    /** Fills a side without buckets with the output of {@link #write}. */
    void read(DataInput in) throws IOException {
        long written = Varint.read(in);
        if (written > Exponential.MOST_BUCKETS) {
            throw new IOException("at most " + Exponential.MOST_BUCKETS + " buckets are kept, was " + written);
        }
        long next = 0;
        for (int i = 0; i < written; i++) {
            long step = Varint.read(in);
            next += i == 0 ? fromZigzag(step) : step;
            add(Math.toIntExact(next), WrittenCount.read(in));
            next++;
        }
    }

    /** Small for numbers near zero. */
    private static long zigzag(long number) {
        return number >= 0 ? number * 2 : -number * 2 - 1;
    }

    private static long fromZigzag(long zigzag) {
        return (zigzag & 1) == 0 ? zigzag / 2 : -(zigzag + 1) / 2;
    }
}
