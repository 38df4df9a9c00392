package io.weir.processing.aggregate.group;

import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.LineHistogram;
import io.weir.processing.aggregate.cell.Distinct;
import io.weir.processing.aggregate.cell.Varint;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Merges the partials of a group and window from several partitions. Floating point makes the order
 * matter: the same partials in the same order give the same result.
 */
public final class PartialSum {

    private final GroupShape shape;
    private final Cells[] columns;
    private final Members members;
    private final Distinct[] tags;
    private final Buckets[] buckets;
    private final @Nullable Observations histogram;
    private ColumnTypes types = new ColumnTypes();
    private long sources;
    private long held;
    private long samples;
    private Revised revised = Revised.UNCHANGED;

    /** Creates an empty sum. */
    public PartialSum(GroupShape shape) {
        this.shape = shape;
        this.columns = Cells.of(shape);
        this.tags = Distinct.of(shape.tags().size());
        this.buckets = Buckets.of(shape);
        LineHistogram.Form form = shape.ofLines();
        this.histogram = form == null ? null : Observations.none(form);
        this.members = new Members(shape.members());
    }

    /** Adds a {@link PartialReader#body} of a partial of this shape. */
    public void add(byte[] body) {
        try {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(body));
            // A series is on one partition, so no two partials count the same series.
            sources += Varint.read(in);
            held += Varint.read(in);
            samples += Varint.read(in);
            if (shape.revises()) {
                revised = revised.and(Revised.of(in.readUnsignedByte()));
            }
            Cells[] more = Cells.of(shape);
            for (int column = 0; column < columns.length; column++) {
                more[column].read(0, in);
                columns[column].merge(0, more[column], 0);
            }
            for (Buckets each : buckets) {
                each.read(in);
            }
            if (histogram != null) {
                histogram.add(Observations.read(Objects.requireNonNull(shape.ofLines()), in));
            }
            for (Distinct tag : tags) {
                Distinct values = new Distinct();
                values.read(in);
                tag.merge(values);
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

    /** Whether no series contributed. */
    public boolean isEmpty() {
        return sources == 0;
    }

    /** How the window differs from the first result. */
    public Revised revised() {
        return revised;
    }

    /**
     * Keeps the types of the group's earlier results, and notes those of this one. Call before
     * asking for results.
     */
    public void keepTypes(ColumnTypes ofGroup) {
        types = ofGroup;
        for (int column = 0; column < columns.length; column++) {
            types.keep(column, columns[column]);
        }
    }

    /** The number of values of a column: of series, or of samples if the column is of these. */
    public long count(int column) {
        return columns[column].count(0);
    }

    /**
     * The result of a function over a column that has values; NaN or infinite where undefined. Of a
     * histogram, it is a percentile.
     */
    public double value(int column, AggregateFunction function) {
        if (histogram != null) {
            return histogram.quantile(function.quantile());
        }
        return buckets.length == 0 ? columns[column].value(0, function) : buckets[column].quantile(function.quantile());
    }

    /** Whether the results of a function are integers, this one included. */
    public boolean isInteger(int column, AggregateFunction function) {
        return histogram == null && (function.isCount() || (function.keepsIntegers() && types.isOfIntegers(column)));
    }

    /** The result of a function if it {@link #isInteger} and {@link #value} is a number. */
    public long integer(int column, AggregateFunction function) {
        return columns[column].integer(0, function);
    }

    /** The number of different values of a tag of {@link GroupShape#tags}, by its place. */
    public long distinct(int tag) {
        return tags[tag].count();
    }

    /** The merged histogram, if the rule is over histograms of lines. */
    public @Nullable Observations histogram() {
        return histogram;
    }

    /** The series with their own values; empty if the rule does not need them. */
    public Members members() {
        return members;
    }
}
