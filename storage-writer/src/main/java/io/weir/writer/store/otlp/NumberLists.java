package io.weir.writer.store.otlp;

import java.util.Arrays;

/** Numbered lists of numbers, each of which is in one list. Lists keep the order of additions. Used by one thread. */
final class NumberLists {
    /** No number. */
    static final int NONE = -1;

    private int[] first = new int[1 << 8];
    private int[] last = new int[1 << 8];
    private int[] next = new int[1 << 10];

    NumberLists() {
        clear();
    }

    /** Empties all lists. */
    void clear() {
        Arrays.fill(first, NONE);
    }

    /** Appends a number to a list. */
    void add(int list, int number) {
        if (list >= first.length) {
            int length = first.length;
            first = Arrays.copyOf(first, 2 * list);
            last = Arrays.copyOf(last, 2 * list);
            Arrays.fill(first, length, first.length, NONE);
        }
        if (number >= next.length) {
            next = Arrays.copyOf(next, 2 * number);
        }
        if (first[list] == NONE) {
            first[list] = number;
        } else {
            next[last[list]] = number;
        }
        last[list] = number;
        next[number] = NONE;
    }

    /** The first number of a list, or {@link #NONE}. */
    int first(int list) {
        return list < first.length ? first[list] : NONE;
    }

    /** The number after this one in its list, or {@link #NONE}. */
    int next(int number) {
        return next[number];
    }
}
