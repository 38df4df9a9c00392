package io.weir.parquet;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.Arrays;

/** Different texts, numbered from 0 in the order of their arrival. Not thread-safe. */
public final class TextPool {
    private static final int FIRST_TEXTS = 8;
    private static final int FIRST_BYTES = 128;
    private static final Hasher64 XXH3 = Hashing.xxh3_64();

    private byte[] bytes = new byte[FIRST_BYTES];
    private int[] ends = new int[FIRST_TEXTS];
    private int[] hashes = new int[FIRST_TEXTS];
    /** Numbers of texts plus one, at the place of their hash; 0 where there is none. */
    private int[] table = new int[2 * FIRST_TEXTS];

    private int size;

    /** The number of the text at {@code [from, to)}; copies a new one. */
    public int numberOf(byte[] source, int from, int to) {
        int hash = (int) XXH3.hashBytesToLong(source, from, to - from);
        int mask = table.length - 1;
        int at = hash & mask;
        while (table[at] != 0) {
            int number = table[at] - 1;
            if (hashes[number] == hash && Arrays.equals(bytes, start(number), ends[number], source, from, to)) {
                return number;
            }
            at = (at + 1) & mask;
        }
        return add(source, from, to, hash, at);
    }

    /** The number of texts. */
    public int size() {
        return size;
    }

    /** The array with all texts; valid until the next text is added. */
    public byte[] bytes() {
        return bytes;
    }

    /** The index of a text's first byte. */
    public int start(int number) {
        return number == 0 ? 0 : ends[number - 1];
    }

    /** The index after a text. */
    public int end(int number) {
        return ends[number];
    }

    /** Compares two texts by their unsigned bytes. */
    public int compare(int one, int other) {
        return Arrays.compareUnsigned(bytes, start(one), end(one), bytes, start(other), end(other));
    }

    /** The memory in use. */
    public long memory() {
        return bytes.length + (long) Integer.BYTES * (ends.length + hashes.length + table.length);
    }

    private int add(byte[] source, int from, int to, int hash, int at) {
        int start = size == 0 ? 0 : ends[size - 1];
        int end = start + to - from;
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
        }
        System.arraycopy(source, from, bytes, start, to - from);
        if (size == ends.length) {
            ends = Arrays.copyOf(ends, 2 * size);
            hashes = Arrays.copyOf(hashes, 2 * size);
        }
        ends[size] = end;
        hashes[size] = hash;
        table[at] = ++size;
        if (2 * size > table.length) {
            rehash();
        }
        return size - 1;
    }

    private void rehash() {
        table = new int[2 * table.length];
        int mask = table.length - 1;
        for (int number = 0; number < size; number++) {
            int at = hashes[number] & mask;
            while (table[at] != 0) {
                at = (at + 1) & mask;
            }
            table[at] = number + 1;
        }
    }
}
