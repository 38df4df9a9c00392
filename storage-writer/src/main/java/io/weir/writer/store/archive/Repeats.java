package io.weir.writer.store.archive;

import java.util.Arrays;

/** Leaves out rows that are equal to a later one of the same series and time. Used once, by one thread. */
final class Repeats {
    private final Table table;
    private final int[] hashes;
    private final int[] sorted;
    /** The rows that remain, at the end. */
    private final int[] kept;

    private int firstKept;

    private Repeats(Table table, int[] sorted) {
        this.table = table;
        this.sorted = sorted;
        hashes = table.hashes();
        kept = new int[sorted.length];
        firstKept = sorted.length;
    }

    /**
     * Of several equal rows, the last remains: if a store overwrites a row by another of its series and time, the last
     * one must win as it did before.
     *
     * @param sorted rows by series, then by time, then by their arrival
     */
    static int[] without(Table table, int[] sorted) {
        Repeats repeats = new Repeats(table, sorted);
        int to = sorted.length;
        while (to > 0) {
            int from = to - 1;
            while (from > 0 && repeats.isSameTime(sorted[from - 1], sorted[to - 1])) {
                from--;
            }
            repeats.keepLast(from, to);
            to = from;
        }
        return Arrays.copyOfRange(repeats.kept, repeats.firstKept, sorted.length);
    }

    private boolean isSameTime(int one, int other) {
        return table.series(one) == table.series(other) && table.time(one) == table.time(other);
    }

    /** Keeps the different rows at {@code [from, to)}, which have one series and time. */
    private void keepLast(int from, int to) {
        if (to - from == 1) {
            kept[--firstKept] = sorted[from];
            return;
        }
        // Kept rows plus one, at the place of their hash; 0 where there is none.
        int[] places = new int[4 * Integer.highestOneBit(to - from)];
        int mask = places.length - 1;
        for (int i = to - 1; i >= from; i--) {
            int row = sorted[i];
            int at = hashes[row] & mask;
            while (places[at] != 0 && !isEqual(places[at] - 1, row)) {
                at = (at + 1) & mask;
            }
            if (places[at] == 0) {
                places[at] = row + 1;
                kept[--firstKept] = row;
            }
        }
    }

    private boolean isEqual(int one, int other) {
        return hashes[one] == hashes[other] && table.isSame(one, other);
    }
}
