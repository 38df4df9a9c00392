package io.weir.processing.batch;

/** Reads integers in line protocol. */
public final class IntegerText {

    private IntegerText() {}

    /** Parses digits, after an optional minus, that are known to fit 64 bits. */
    public static long parse(byte[] bytes, int from, int to) {
        boolean isNegative = bytes[from] == '-';
        long value = 0;
        for (int at = isNegative ? from + 1 : from; at < to; at++) {
            value = value * 10 + (bytes[at] - '0');
        }
        return isNegative ? -value : value;
    }
}
