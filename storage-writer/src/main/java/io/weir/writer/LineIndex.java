package io.weir.writer;

import io.weir.contract.line.LineReader;
import java.util.Arrays;

/**
 * Start and end of each line of a batch, without blank lines. Built only after a store has rejected
 * a line.
 */
final class LineIndex {
    private final LineReader reader = new LineReader();
    private int[] bounds = new int[2048];
    private int count;

    /** Indexes the lines at {@code [from, to)}. */
    void read(byte[] bytes, int from, int to) {
        count = 0;
        reader.wrap(bytes, from, to);
        while (reader.next()) {
            if (2 * count == bounds.length) {
                bounds = Arrays.copyOf(bounds, bounds.length * 2);
            }
            bounds[2 * count] = reader.lineStart();
            bounds[2 * count + 1] = reader.lineEnd();
            count++;
        }
    }

    int count() {
        return count;
    }

    /** Index of the first byte of a line; lines count from 0. */
    int from(int line) {
        return bounds[2 * line];
    }

    /** Index after the last byte of a line, without its newline. */
    int to(int line) {
        return bounds[2 * line + 1];
    }
}
