package io.weir.processing.aggregate;

import io.weir.processing.aggregate.group.PartialWindow;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.LongPredicate;

/**
 * Which contributions of a series late values have changed since the first results. Times are nanoseconds since the
 * epoch. Not thread-safe.
 */
final class RevisedContributions {

    /** Heap bytes of this object. */
    private static final int OWN_BYTES = 32;

    private final long everyNanos;
    private final LatePanes late = new LatePanes();
    private boolean isChanged;
    private boolean isLacking;

    /** @param everyNanos the interval between window starts, which is the length of a pane */
    RevisedContributions(long everyNanos) {
        this.everyNanos = everyNanos;
    }

    /** Estimated heap bytes. Equal for equal state. */
    long bytes() {
        return OWN_BYTES + late.bytes();
    }

    /** Returns whether {@link #bytes} has changed since the last call. */
    boolean takeGrowth() {
        return late.takeGrowth();
    }

    /**
     * Notes a late value, which was added to its pane. Returns false without memory, or if it may be there twice: then
     * it must be {@linkplain #miss missed}.
     */
    boolean add(long pane, Added added, boolean mayGrow) {
        return late.add(pane, added, mayGrow);
    }

    /** Whether the window that starts at {@code start} may lack a value. */
    boolean mayLack(long start) {
        return late.mayLack(start);
    }

    /** Notes that the windows from {@code firstStart} to the one that starts at {@code until} may lack a value. */
    void miss(long firstStart, long until) {
        late.miss(firstStart, until);
    }

    /** The start of the first window that may lack a value, or {@link Contributions#NEVER}. */
    long firstMissing() {
        long missing = late.firstMissing();
        return missing == Contributions.NEVER ? missing : Math.floorDiv(missing, everyNanos) * everyNanos;
    }

    /** Begins the contribution to a window. */
    void begin(long start, long end) {
        isChanged = late.hasIn(start, end);
        isLacking = late.mayLack(start);
    }

    /** Notes that the contribution depends on the last value before its window. */
    void dependOn(long lastAt) {
        long pane = Math.floorDiv(lastAt, everyNanos) * everyNanos;
        isChanged |= late.has(pane);
        isLacking |= late.mayLack(lastAt + 1);
    }

    /**
     * Ends the contribution, and forgets the pane that is in no later window.
     *
     * @param isKept whether a later window depends on a value in the pane at a time
     */
    void end(PartialWindow to, LongPredicate isKept) {
        if (isLacking) {
            to.lack();
        } else if (isChanged) {
            to.change();
        }
        late.forgetBefore(to.start() + everyNanos, isKept);
    }

    void clear() {
        late.clear();
    }

    void write(DataOutput out) throws IOException {
        late.write(out);
    }

    /** Restores what {@link #write} wrote. */
    void read(DataInput in) throws IOException {
        late.read(in);
    }
}
