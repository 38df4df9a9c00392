package io.weir.processing.aggregate;

import io.weir.contract.rule.metric.AggregateFunction;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.BitSet;

/**
 * Merges the partials of a group and window from several partitions. Floating point makes the order
 * matter: the same partials in the same order give the same result.
 */
public final class PartialSum {

    private final GroupShape shape;
    private final Cells[] columns;
    private final Members members;
    private long sources;
    private long held;
    private long samples;

    /** Creates an empty sum. */
    public PartialSum(GroupShape shape) {
        this.shape = shape;
        this.columns = Cells.of(shape);
        this.members = new Members(shape.members());
    }

    /** Adds a {@link PartialReader#body} of a partial of this shape. */
    public void add(byte[] body) {
        try {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(body));
            // A series is on one partition, so no two partials count the same series.
            sources += in.readInt();
            held += in.readInt();
            samples += in.readLong();
            Cells[] more = Cells.of(shape);
            for (int column = 0; column < columns.length; column++) {
                more[column].read(0, in);
                columns[column].merge(0, more[column], 0);
            }
            if (shape.members().any()) {
                members.read(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a partial of rule " + shape.rule() + " cannot be read", e);
        }
    }

    /** The number of distinct series that contributed. */
    public long sources() {
        return sources;
    }

    /** The number of these that had no value in the window. */
    public long held() {
        return held;
    }

    /** The number of values in the window. */
    public long samples() {
        return samples;
    }

    /** Whether any series contributed a value for a function over an input. */
    public boolean hasValues(int input, AggregateFunction function) {
        return column(input, function).count(0) > 0;
    }

    /**
     * The result of a function over an input that has values; NaN or infinite where undefined.
     */
    public double value(int input, AggregateFunction function) {
        return column(input, function).value(0, function);
    }

    /** Whether the result of a function is an integer, if it is defined. */
    public boolean isInteger(int input, AggregateFunction function) {
        return column(input, function).isInteger(0, function);
    }

    /** The result of a function if it {@link #isInteger} and {@link #value} is a number. */
    public long integer(int input, AggregateFunction function) {
        return column(input, function).integer(0, function);
    }

    /**
     * Turns columns that were of floats before into floats, and notes those that are of floats.
     *
     * @param floats the columns of the group that are of floats
     */
    public void keepTypes(BitSet floats) {
        for (int column = 0; column < columns.length; column++) {
            if (floats.get(column)) {
                columns[column].toFloat(0);
            } else if (columns[column].count(0) > 0 && !columns[column].isOfIntegers(0)) {
                floats.set(column);
            }
        }
    }

    private Cells column(int input, AggregateFunction function) {
        return columns[shape.column(input, function)];
    }

    /** The number of series of an input, or of its values if the rule counts these. */
    public long count(int input) {
        return column(input, AggregateFunction.COUNT).count(0);
    }

    /** The series with their own values; empty if the rule does not need them. */
    public Members members() {
        return members;
    }
}
