package io.weir.processing.aggregate;

import io.weir.processing.aggregate.group.GroupPlan;
import io.weir.processing.aggregate.group.GroupShape;
import io.weir.processing.aggregate.group.PartialWindow;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Windows that contribute later than others of the same rule, which give the first results, and say
 * whether late values have changed what they contribute.
 */
public final class RevisedSeriesWindows extends SeriesWindows {

    private final GroupShape shape;
    private final LatePanes late = new LatePanes();
    private boolean isChanged;
    private boolean isLacking;

    /** @param shape of windows that revise results */
    public RevisedSeriesWindows(GroupShape shape) {
        super(shape);
        this.shape = shape;
    }

    @Override
    public long estimatedBytes() {
        return super.estimatedBytes() + late.bytes();
    }

    @Override
    boolean takeGrowth() {
        boolean hasGrown = super.takeGrowth();
        return late.takeGrowth() || hasGrown;
    }

    /**
     * Notes a value, which was added and is too late for the first result. Returns false if that
     * result will not be revised: its window may lack another value, or have this one twice.
     */
    boolean revise(long timestamp, Added added, boolean mayGrow) {
        long start = shape.start(timestamp);
        if (late.mayLack(start)) {
            return false;
        }
        if (late.add(start, added, mayGrow)) {
            return true;
        }
        miss(timestamp);
        return false;
    }

    /**
     * Notes that a value was refused memory. Windows up to the last one that may hold it are not
     * revised.
     */
    void miss(long timestamp) {
        late.miss(timestamp, heldUntil(timestamp));
    }

    private long heldUntil(long timestamp) {
        return timestamp + shape.longestHoldNanos() + shape.lengthNanos();
    }

    /** First results until now may have held a value that these windows will not hold. */
    @Override
    public void leave() {
        long first = nextStart();
        if (first != NEVER && shape.longestHoldNanos() > 0 && heldUntil(lastAt()) >= first) {
            late.miss(first, heldUntil(lastAt()));
        }
        super.leave();
    }

    @Override
    public boolean isOpen() {
        return super.isOpen() || late.firstMissing() != NEVER;
    }

    /** Also a window without values, if some may be missing: the group must know. */
    @Override
    long nextStart() {
        long missing = late.firstMissing();
        return missing == NEVER ? super.nextStart() : Math.min(super.nextStart(), shape.start(missing));
    }

    @Override
    int contribute(PartialWindow to, GroupPlan plan) {
        isChanged = late.has(to.start());
        isLacking = late.mayLack(to.start());
        int undefined = super.contribute(to, plan);
        if (isLacking) {
            to.lack();
        } else if (isChanged) {
            to.change();
        }
        late.forgetBefore(to.start() + shape.lengthNanos(), start -> lastIn(start, start + shape.lengthNanos()));
        return undefined;
    }

    @Override
    void dependOnLast(long lastAt) {
        isChanged |= late.has(shape.start(lastAt));
        isLacking |= late.mayLack(lastAt + 1);
    }

    @Override
    public void reset() {
        super.reset();
        late.clear();
    }

    /** Takes over the open windows of these, which have written them and give the first results. */
    public void readFirst(DataInput in) throws IOException {
        super.read(in);
    }

    @Override
    public void write(DataOutput out) throws IOException {
        super.write(out);
        late.write(out);
    }

    @Override
    public void read(DataInput in) throws IOException {
        super.read(in);
        late.read(in);
    }
}
