package io.weir.processing.aggregate.cell;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Numbers in as few bytes as they need: seven bits per byte, the lowest first; a byte with the
 * highest bit is followed by another.
 */
public final class Varint {

    private static final int BITS = 7;
    private static final int MORE = 1 << BITS;

    private Varint() {}

    /** Writes a number, zero or more. */
    public static void write(long number, DataOutput out) throws IOException {
        long left = number;
        while (left >= MORE) {
            out.writeByte((int) (left | MORE));
            left >>>= BITS;
        }
        out.writeByte((int) left);
    }

    /** Reads the output of {@link #write}. */
    public static long read(DataInput in) throws IOException {
        long number = 0;
        for (int shift = 0; shift < Long.SIZE - 1; shift += BITS) {
            int next = in.readUnsignedByte();
            number |= (long) (next & MORE - 1) << shift;
            if (next < MORE) {
                return number;
            }
        }
        throw new IOException("a number has more than 63 bits");
    }
}
