package io.weir.writer;

import io.weir.contract.line.LineReader;
import java.util.Arrays;

/** Where each line of a body begins and ends; made only when a store has refused one. Blank lines are none. */
final class LineIndex {
    private final LineReader reader = new LineReader();
    private int[] bounds = new int[2048];
    private int count;

    /** Finds the lines at {@code [from, to)}. */
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

    /** First byte of a line, counted from 0. */
    int from(int line) {
        return bounds[2 * line];
    }

    /** Behind the last byte of a line, its newline not included. */
    int to(int line) {
        return bounds[2 * line + 1];
    }
}
