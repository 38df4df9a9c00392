package io.weir.processing.batch;

/**
 * The lines of a batch that a record contains.
 *
 * @param first index in the batch of the first line, from 0
 * @param count number of lines in the record
 * @param total number of lines in the batch
 */
public record BatchLines(int first, int count, int total) {

    /** Stands for all lines in place of a number. */
    public static final int ALL = Integer.MAX_VALUE;

    private static final BatchLines WHOLE = new BatchLines(0, 0, 0);

    /** A record that contains the whole batch. */
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
