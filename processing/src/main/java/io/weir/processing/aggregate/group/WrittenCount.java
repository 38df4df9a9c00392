package io.weir.processing.aggregate.group;

import io.weir.processing.aggregate.cell.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Writes and spells a count of observations: whole numbers are short, others are doubles. */
final class WrittenCount {

    private static final long DOUBLE_FOLLOWS = 1;
    private static final double MOST_EXACT = 0x1p53;

    private WrittenCount() {}

    static void write(double count, DataOutput out) throws IOException {
        if (isWhole(count)) {
            Varint.write((long) count << 1, out);
        } else {
            Varint.write(DOUBLE_FOLLOWS, out);
            out.writeDouble(count);
        }
    }

    static double read(DataInput in) throws IOException {
        long written = Varint.read(in);
        return written == DOUBLE_FOLLOWS ? in.readDouble() : written >>> 1;
    }

    static String spelled(double count) {
        return isWhole(count) ? Long.toString((long) count) : Double.toString(count);
    }

    private static boolean isWhole(double count) {
        return count == Math.rint(count) && count < MOST_EXACT;
    }
}
