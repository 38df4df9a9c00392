package io.weir.processing.aggregate.group;

import io.weir.contract.rule.aggregate.LineHistogram;
import io.weir.processing.aggregate.cell.Bits;
import io.weir.processing.aggregate.cell.Distinct;
import io.weir.processing.aggregate.cell.Varint;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the series of one partition contribute to one window of a group. */
public final class PartialWindow {

    private final long start;
    private final Cells[] columns;
    private final @Nullable Members members;
    private final Distinct[] tags;
    private final boolean revises;
    private Revised revised = Revised.UNCHANGED;

    /** Of each column, if the rule is over buckets. */
    private final Buckets[] buckets;

    /** The merged histograms, if the rule is over histograms of lines. */
    private final @Nullable Observations histogram;

    private int sources;
    private int held;
    private long samples;

    /** Creates an empty window. */
    public PartialWindow(GroupShape shape, long start) {
        this.start = start;
        this.revises = shape.revises();
        this.columns = Cells.of(shape);
        this.tags = Distinct.of(shape.tags().size());
        this.buckets = Buckets.of(shape);
        LineHistogram.Form form = shape.ofLines();
        this.histogram = form == null ? null : Observations.none(form);
        this.members = shape.members().any() ? new Members(shape.members()) : null;
    }

    /** Nanoseconds since the epoch. */
    public long start() {
        return start;
    }

    /** The cells of a column of the shape; entry 0 is the only one. */
    public Cells column(int column) {
        return columns[column];
    }

    /**
     * Adds the own value of a series to a column.
     *
     * @param bound of the bucket that the value counts, if the rule is over buckets
     */
    public void add(int column, GroupPlan plan, double bound, long stamp, long bits, boolean isInteger) {
        columns[column].add(0, stamp, bits, isInteger);
        if (buckets.length > 0) {
            buckets[column].add(bound, Bits.toDouble(bits, isInteger));
        }
        if (members != null) {
            members.add(plan.member(), Bits.toDouble(bits, isInteger));
        }
    }

    /** Adds the histogram of a series, to a rule over these. */
    public void add(Observations ofSeries) {
        Objects.requireNonNull(histogram).add(ofSeries);
        for (Cells column : columns) {
            column.add(0, 0, 1, true);
        }
    }

    /** Whether the bucket of a series would exceed the limit of the partition. */
    public boolean isFullFor(GroupPlan plan) {
        double bound = plan.bound();
        for (Buckets each : buckets) {
            // Bounds that are fields are as few as the rule may have.
            if (!Double.isNaN(bound) && each.isFullFor(bound)) {
                return true;
            }
        }
        return false;
    }

    /** The series with their own values; null if the rule does not need them. */
    @Nullable
    public Members members() {
        return members;
    }

    /**
     * Counts a series after its values were added.
     *
     * @param values the number of its values in the window; zero if it is held
     * @param ofTags the {@link GroupPlan#tags} of the series
     */
    public void count(long values, long[] ofTags) {
        for (int tag = 0; tag < tags.length; tag++) {
            if (ofTags[tag] != GroupPlan.NO_VALUE) {
                tags[tag].add(ofTags[tag]);
            }
        }
        sources++;
        samples += values;
        held += values == 0 ? 1 : 0;
    }

    /** Notes that late values have changed the window. */
    public void change() {
        revised = revised.and(Revised.CHANGED);
    }

    /** Notes that the window may lack a value. */
    public void lack() {
        revised = Revised.LACKING;
    }

    /** Whether the partition of the group needs the window. */
    boolean isSent() {
        return sources > 0 || revised == Revised.LACKING;
    }

    void write(DataOutput out) throws IOException {
        Varint.write(sources, out);
        Varint.write(held, out);
        Varint.write(samples, out);
        if (revises) {
            out.writeByte(revised.code);
        }
        for (Cells column : columns) {
            column.write(0, out);
        }
        for (Buckets each : buckets) {
            each.write(out);
        }
        if (histogram != null) {
            histogram.write(out);
        }
        for (Distinct tag : tags) {
            tag.write(out);
        }
        if (members != null) {
            members.write(out);
        }
    }
}
