package io.weir.parquet;

import java.util.Arrays;

/** Different 64-bit values of a column, numbered from 0, as long as they are few. Reused; used by one thread. */
final class NumberDictionary {
    /** Above this number, a dictionary saves little. */
    private static final int MOST = 1 << 15;

    private final long[] values = new long[MOST];
    private final int[] table = new int[4 * MOST];
    private int[] numbers = {};
    private int size;

    /**
     * Numbers the first {@code count} values.
     *
     * @return false if more than a quarter of them, or more than 32 768, are different
     */
    boolean read(long[] source, int count) {
        int most = Math.min(MOST, Math.max(1, count / 4));
        if (numbers.length < count) {
            numbers = new int[count];
        }
        int mask = Math.min(table.length, Integer.highestOneBit(most) * 4) - 1;
        Arrays.fill(table, 0, mask + 1, 0);
        size = 0;
        for (int i = 0; i < count; i++) {
            long value = source[i];
            int at = (int) ((value * 0x9E3779B97F4A7C15L) >>> 40) & mask;
            while (table[at] != 0 && values[table[at] - 1] != value) {
                at = (at + 1) & mask;
            }
            if (table[at] == 0) {
                if (size == most) {
                    return false;
                }
                values[size] = value;
                table[at] = ++size;
            }
            numbers[i] = table[at] - 1;
        }
        return true;
    }

    int size() {
        return size;
    }

    long value(int number) {
        return values[number];
    }

    /** The number of each value read. */
    int[] numbers() {
        return numbers;
    }
}
