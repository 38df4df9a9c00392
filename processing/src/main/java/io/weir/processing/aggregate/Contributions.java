package io.weir.processing.aggregate;

import io.weir.processing.aggregate.group.GroupPlan;
import io.weir.processing.aggregate.group.GroupShape;
import io.weir.processing.aggregate.group.PartialWindow;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The contributions of one series to the windows of its group under one rule.
 *
 * <p>A window closes by the clock of its rule, for all series together: log time for received metrics,
 * and a later one for results. Then the series contributes to it. Without values in the
 * window it repeats the contribution of its last window with values, as long as the rule holds that. It contributes to
 * each window once. Windows that revise results close later, and report whether late values have changed the
 * contribution. Times are nanoseconds since the epoch. Not thread-safe.
 */
public abstract sealed class Contributions extends ColumnWindows permits HistogramContributions, ValueContributions {

    /** The close time if there is nothing to contribute. */
    public static final long NEVER = Long.MAX_VALUE;

    /** Heap bytes of the fields of this class. */
    private static final int OWN_BYTES = 24;

    final GroupShape shape;

    /** The changes by late values; null if these windows give the first results. */
    private final @Nullable RevisedContributions revised;

    /** The ends of the series after some value of a closed window. */
    long[] ends = EndTimes.NONE;

    /** The first window that has not been contributed to; the least value before any was. */
    long next = Long.MIN_VALUE;

    private boolean hasLeft;

    /** Creates a series without values. */
    Contributions(GroupShape shape) {
        super(shape.layout(), shape.repeats(), shape.overlaps());
        this.shape = shape;
        revised = shape.revises() ? new RevisedContributions(shape.everyNanos()) : null;
    }

    /** The windows of a series without values. */
    public static Contributions of(GroupShape shape) {
        if (shape.ofLines() != null) {
            return new HistogramContributions(shape);
        }
        return shape.overlaps() ? new OverlappingValueContributions(shape) : new ValueContributions(shape);
    }

    /** Estimated heap bytes. Equal for equal state. */
    public long estimatedBytes() {
        return OWN_BYTES + bytes() + EndTimes.bytes(ends) + (revised == null ? 0 : revised.bytes());
    }

    @Override
    boolean takeGrowth() {
        boolean hasGrown = super.takeGrowth();
        return (revised != null && revised.takeGrowth()) || hasGrown;
    }

    /** Ends the absence of a series that has left the group, unless its value was refused. */
    final Added returned(Added added) {
        if (added.isRefusal() || !hasLeft) {
            return added;
        }
        // The series holds its earlier value again.
        hasLeft = false;
        return Added.OPENED;
    }

    /** Whether all windows of a value have closed. */
    final boolean isLate(long timestamp, long logNanos) {
        return !WindowSpec.hasWindows(timestamp) || hasClosed(shape.start(timestamp), logNanos);
    }

    /** Whether at least one window of a value has closed. */
    final boolean isLateForSome(long timestamp, long logNanos) {
        return !WindowSpec.hasWindows(timestamp) || hasClosed(shape.firstStart(shape.start(timestamp)), logNanos);
    }

    /** Whether the window that starts at {@code start} has closed. */
    boolean hasClosed(long start, long logNanos) {
        return shape.closesAt(start) <= logNanos || start < next;
    }

    /** The start of the first window of a value that has not closed. */
    final long firstOpenStart(long timestamp, long logNanos) {
        long first = shape.firstStart(shape.start(timestamp));
        while (hasClosed(first, logNanos)) {
            first += shape.everyNanos();
        }
        return first;
    }

    /**
     * Notes a value, which was added and is too late for the first result of at least one of its windows. Returns
     * false if some such result will not be revised: a window has closed, or may lack another value, or have this one
     * twice. These windows must revise results.
     */
    final boolean revise(long timestamp, Added added, long logNanos, boolean mayGrow) {
        long pane = shape.start(timestamp);
        if (isLate(timestamp, logNanos) || ofRevised().mayLack(pane)) {
            return false;
        }
        if (!ofRevised().add(pane, added, mayGrow)) {
            miss(timestamp, logNanos);
            return false;
        }
        return !ofRevised().mayLack(firstOpenStart(timestamp, logNanos));
    }

    /**
     * Notes that a value is missing. Windows up to the last one that may hold it are not revised. These windows must
     * revise results.
     */
    final void miss(long timestamp, long logNanos) {
        ofRevised().miss(firstOpenStart(timestamp, logNanos), heldUntil(timestamp));
    }

    private RevisedContributions ofRevised() {
        return Objects.requireNonNull(revised);
    }

    private long heldUntil(long timestamp) {
        return timestamp + shape.longestHoldNanos() + shape.lengthNanos();
    }

    /** The log time of the next contribution, or {@link #NEVER}. */
    public final long closesAt() {
        long start = nextStart();
        return start == NEVER ? NEVER : shape.closesAt(start);
    }

    /**
     * The start of the next window to contribute to, or {@link #NEVER}. Of windows that revise results, also one
     * without values from which some may be missing: the group must know.
     */
    final long nextStart() {
        return revised == null ? nextWithValues() : Math.min(nextWithValues(), revised.firstMissing());
    }

    /** The start of the next window with values or held ones, or {@link #NEVER}. */
    abstract long nextWithValues();

    /**
     * Whether a hold of the series was too short: it contributed nothing to the last window before
     * {@code start}, though it had not ended.
     */
    abstract boolean returnsIn(long start);

    /** Whether the series is in the group and has no end from a value to the end of a window. */
    final boolean isPresent(long valueAt, long start) {
        return !hasLeft && !EndTimes.hasIn(ends, valueAt, start + shape.lengthNanos());
    }

    @Override
    final boolean isInterrupted(long earlier, long later) {
        return ends.length > 0 && EndTimes.hasIn(ends, earlier, later);
    }

    /**
     * Contributes to the window of {@link #nextStart}, and closes it for this series. The members
     * of the window must not be full.
     *
     * @param plan the series in the group
     * @return the number of values that are undefined and not contributed
     */
    final int contribute(PartialWindow to, GroupPlan plan) {
        if (revised == null) {
            return contributeValues(to, plan);
        }
        revised.begin(to.start(), to.start() + shape.lengthNanos());
        int undefined = contributeValues(to, plan);
        revised.end(to, start -> lastIn(start, start + shape.everyNanos()));
        return undefined;
    }

    /** As {@link #contribute}. Calls {@link #dependOn} with the last value before the window if that matters. */
    abstract int contributeValues(PartialWindow to, GroupPlan plan);

    /** Notes that the current contribution depends on the last value before its window. */
    final void dependOn(long lastAt) {
        if (revised != null) {
            revised.dependOn(lastAt);
        }
    }

    /**
     * Ends the hold of values until {@code timestamp}, because the series has ended: a window that
     * lasts longer has its own values only.
     */
    final void end(long timestamp, boolean mayGrow) {
        ends = EndTimes.with(ends, timestamp, mayGrow);
        forgetEnds();
    }

    /** Takes over the ends of the series in a group that it has left. */
    public final void takeEnds(Contributions left) {
        Arrays.stream(left.ends).forEach(end -> end(end, true));
    }

    /** Forgets the ends before all values that may be held, or begin a window. */
    abstract void forgetEnds();

    /**
     * Ends the hold until the next value, because the series has left the group. First results until now may have held
     * a value that windows which revise them will not hold.
     */
    public final void leave() {
        long first = nextStart();
        if (revised != null && first != NEVER && shape.longestHoldNanos() > 0 && heldUntil(lastAt()) >= first) {
            revised.miss(first, heldUntil(lastAt()));
        }
        hasLeft = true;
    }

    /** Whether a window with values is open, or one that may lack a value. */
    public final boolean isOpen() {
        return hasValues() || (revised != null && revised.firstMissing() != NEVER);
    }

    /** Whether a window with values is open. */
    abstract boolean hasValues();

    /** The number of open windows with values. */
    public abstract int open();

    /** Removes all values. */
    public final void reset() {
        resetValues();
        next = Long.MIN_VALUE;
        hasLeft = false;
        ends = EndTimes.NONE;
        if (revised != null) {
            revised.clear();
        }
    }

    abstract void resetValues();

    /** Writes the state. */
    public final void write(DataOutput out) throws IOException {
        out.writeLong(next);
        out.writeBoolean(hasLeft);
        EndTimes.write(ends, out);
        writeValues(out);
        if (revised != null) {
            revised.write(out);
        }
    }

    abstract void writeValues(DataOutput out) throws IOException;

    /** Restores what {@link #write} wrote under the same shape. */
    public final void read(DataInput in) throws IOException {
        readFirst(in);
        if (revised != null) {
            revised.read(in);
        }
    }

    /** Takes over the state of windows of the same rule that give the first results. */
    public final void readFirst(DataInput in) throws IOException {
        reset();
        next = in.readLong();
        hasLeft = in.readBoolean();
        ends = EndTimes.read(in);
        readValues(in);
    }

    abstract void readValues(DataInput in) throws IOException;
}
