package io.weir.contract.line;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** Range check and output of 64-bit decimal integers. */
final class Integers {
    /** The most bytes that {@link #write} needs: a sign and 19 digits. */
    static final int MAX_LENGTH = 20;

    private static final byte[] SMALLEST = "-9223372036854775808".getBytes(US_ASCII);

    private Integers() {}

    /**
     * True if the digits from {@code from} up to {@code to} are at most {@code limit}, an unsigned
     * number.
     */
    static boolean fits(byte[] bytes, int from, int to, long limit) {
        long largestTenth = Long.divideUnsigned(limit, 10);
        long lastDigit = Long.remainderUnsigned(limit, 10);
        long value = 0;
        for (int at = from; at < to; at++) {
            int digit = bytes[at] - '0';
            int order = Long.compareUnsigned(value, largestTenth);
            if (order > 0 || (order == 0 && digit > lastDigit)) {
                return false;
            }
            value = value * 10 + digit;
        }
        return true;
    }

    /** Writes {@code value} in decimal at {@code at} and returns the index after it. */
    static int write(byte[] bytes, int at, long value) {
        if (value == Long.MIN_VALUE) { // its magnitude is not a long
            System.arraycopy(SMALLEST, 0, bytes, at, SMALLEST.length);
            return at + SMALLEST.length;
        }
        int from = at;
        long rest = value;
        if (rest < 0) {
            bytes[from++] = '-';
            rest = -rest;
        }
        int end = from + length(rest);
        for (int i = end - 1; i >= from; i--) {
            long tenth = rest / 10;
            bytes[i] = (byte) ('0' + (rest - tenth * 10));
            rest = tenth;
        }
        return end;
    }

    /** The double nearest to 64 bits read as an unsigned number of at least 2^63. */
    static double unsignedToDouble(long bits) {
        // Halved, it fits a long. The lost bit is kept as a sticky bit, so that the conversion
        // rounds correctly.
        return ((bits >>> 1) | (bits & 1)) * 2.0;
    }

    private static int length(long notNegative) {
        int length = 1;
        for (long bound = 10; length < 19 && notNegative >= bound; bound *= 10) {
            length++;
        }
        return length;
    }
}
