package io.weir.gateway.graphite;

import java.util.Arrays;

/**
 * Values of a pickle, in flat arrays: the stack of its machine, and the memo of values that occur again.
 * Belongs to one thread.
 */
final class PickleStack {
    /** Kinds of values. Each entry has two numbers; their meaning depends on its kind. */
    static final byte MARK = 0;
    /** Anything that is not one of the others. */
    static final byte OTHER = 1;
    /** Where the text begins, and where it ends. */
    static final byte TEXT = 2;

    static final byte INTEGER = 3;
    /** The bits of a double. */
    static final byte FLOAT = 4;
    /** Where its timestamp is among the pairs, which its value follows. */
    static final byte PAIR = 5;
    /** A path with a pair, which the reader has shown. */
    static final byte METRIC = 6;

    static final byte LIST = 7;

    /** CPython puts a thousand elements of a list on the stack at most. */
    private static final int MOST = 1 << 16;

    private static final int FIRST = 1 << 10;

    private byte[] kinds = new byte[FIRST];
    private long[] firsts = new long[FIRST];
    private long[] seconds = new long[FIRST];
    private int size;

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    /** Adds an entry; false if there are too many. */
    boolean add(byte kind, long first, long second, int most) {
        if (size == most) {
            return false;
        }
        if (size == kinds.length) {
            kinds = Arrays.copyOf(kinds, 2 * size);
            firsts = Arrays.copyOf(firsts, 2 * size);
            seconds = Arrays.copyOf(seconds, 2 * size);
        }
        kinds[size] = kind;
        firsts[size] = first;
        seconds[size++] = second;
        return true;
    }

    boolean push(byte kind, long first, long second) {
        return add(kind, first, second, MOST);
    }

    /** Adds an entry of another stack. */
    boolean addOf(PickleStack other, int entry, int most) {
        return add(other.kinds[entry], other.firsts[entry], other.seconds[entry], most);
    }

    void truncate(int to) {
        size = to;
    }

    byte kind(int entry) {
        return kinds[entry];
    }

    long first(int entry) {
        return firsts[entry];
    }

    long second(int entry) {
        return seconds[entry];
    }

    /** The entry of the last mark, or -1. */
    int lastMark() {
        int entry = size - 1;
        while (entry >= 0 && kinds[entry] != MARK) {
            entry--;
        }
        return entry;
    }
}
