package io.weir.contract.topic;

/**
 * Numbers the records of an input in the order in which a task reads them, also across a recreation
 * of the topic: the offset, plus 2^44 for each log before. A log of 2^44 records takes
 * 500 years at a thousand records a second.
 */
public final class InputNumber {

    private static final int OFFSET_BITS = 44;

    private InputNumber() {}

    /** The number of a record; its offset in the first log, whose generation is 0. */
    public static long of(int generation, long offset) {
        return ((long) generation << OFFSET_BITS) + offset;
    }

    /** The offset of the record with this number in its log. */
    public static long offset(long number) {
        return number < 0 ? number : number & ((1L << OFFSET_BITS) - 1);
    }

    /** The number of logs before that of the record with this number. */
    public static int generation(long number) {
        return number < 0 ? 0 : (int) (number >>> OFFSET_BITS);
    }
}
