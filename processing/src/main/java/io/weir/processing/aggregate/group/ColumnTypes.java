package io.weir.processing.aggregate.group;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;

/**
 * Which columns of a group had results of integers, and which of floats. A store refuses a field
 * whose type changes to and fro, so results after floats are floats.
 */
public final class ColumnTypes {

    private final BitSet integers = new BitSet();
    private final BitSet floats = new BitSet();

    /** Turns a column that was of floats before into floats; notes the type of another one. */
    void keep(int column, Cells cells) {
        if (floats.get(column)) {
            cells.toFloat(0);
        } else if (cells.count(0) > 0) {
            (cells.isOfIntegers(0) ? integers : floats).set(column);
        }
    }

    /** Whether all results of a column so far were of integers, and there was one. */
    boolean isOfIntegers(int column) {
        return integers.get(column) && !floats.get(column);
    }

    /** Takes over the columns with floats. */
    public void addFloats(ColumnTypes from) {
        floats.or(from.floats);
    }

    /** Forgets the types. */
    public void clear() {
        integers.clear();
        floats.clear();
    }

    /** Writes the types. */
    public void write(DataOutput out) throws IOException {
        write(integers, out);
        write(floats, out);
    }

    /** Fills empty types with the output of {@link #write}. */
    public void read(DataInput in) throws IOException {
        read(integers, in);
        read(floats, in);
    }

    private static void write(BitSet columns, DataOutput out) throws IOException {
        byte[] bytes = columns.toByteArray();
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static void read(BitSet columns, DataInput in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        columns.or(BitSet.valueOf(bytes));
    }
}
