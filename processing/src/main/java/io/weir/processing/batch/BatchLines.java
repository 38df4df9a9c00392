package io.weir.processing.batch;

/**
 * Which lines of a batch a record contains.
 *
 * @param first index of the first in the batch, from 0
 * @param count of the lines in the record
 * @param total of the lines in the batch
 */
public record BatchLines(int first, int count, int total) {

    /** Instead of a number of lines: all that there are. */
    public static final int ALL = Integer.MAX_VALUE;

    private static final BatchLines WHOLE = new BatchLines(0, 0, 0);

    /** All lines of a batch. */
    public static BatchLines whole() {
        return WHOLE;
    }

    int end() {
        return first + count;
    }

    boolean isLast() {
        return end() >= total;
    }
}
