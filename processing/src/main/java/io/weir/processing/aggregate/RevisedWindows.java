package io.weir.processing.aggregate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.LongPredicate;

/**
 * Windows that stay open after their first result, which another {@link SeriesWindows} of the same rule
 * gives, and know which of them late values have changed.
 */
public final class RevisedWindows extends SeriesWindows {

    private final WindowSpec spec;
    private final long afterNanos;
    private final LatePanes late = new LatePanes();
    private boolean isRevised;
    private boolean hasLost;

    /** @param afterNanos how much later these windows close than those that give the first results */
    RevisedWindows(WindowSpec spec, long afterNanos) {
        super(spec);
        this.spec = spec;
        this.afterNanos = afterNanos;
    }

    @Override
    public long estimatedBytes() {
        return super.estimatedBytes() + late.bytes();
    }

    @Override
    public boolean takeGrowth() {
        boolean hasGrown = super.takeGrowth();
        return late.takeGrowth() || hasGrown;
    }

    /**
     * Notes a value that is too late for the first result. Returns false if that result will not be
     * revised: the windows of the value have closed, or may lack another one, or have this one twice.
     */
    boolean revise(long timestamp, Added added, boolean mayGrow) {
        long start = spec.lastStart(timestamp);
        if (hasClosed(start) || late.mayLack(spec.firstStart(start))) {
            return false;
        }
        if (late.add(start, added, mayGrow)) {
            return true;
        }
        miss(timestamp);
        return false;
    }

    /** Notes that a value was refused memory. Its windows are not revised. */
    void miss(long timestamp) {
        late.miss(timestamp, timestamp);
    }

    /** Revises no window of the values so far. */
    public void keepFirst() {
        miss(watermark());
    }

    /** Whether late values have changed the window that was closed last. */
    boolean isRevised() {
        return isRevised;
    }

    /** Whether late values are lost with the window that was closed last, because it may lack others. */
    boolean hasLost() {
        return hasLost;
    }

    @Override
    void closeOldest(long start) {
        if (late.isEmpty()) {
            isRevised = false;
            hasLost = false;
            super.closeOldest(start);
            return;
        }
        boolean mayLack = late.mayLack(start) || beginsIn(timestamp -> late.mayLack(timestamp + 1));
        hasLost = mayLack && late.hasIn(start, start + spec.lengthNanos());
        isRevised = !mayLack
                && (late.hasIn(start, start + spec.lengthNanos())
                        || beginsIn(timestamp -> late.has(spec.lastStart(timestamp))));
        super.closeOldest(start);
        late.forgetBefore(start + spec.everyNanos(), pane -> beginsIn(timestamp -> spec.lastStart(timestamp) == pane));
    }

    /** Whether the result of some column begins at a value whose timestamp satisfies a condition. */
    private boolean beginsIn(LongPredicate condition) {
        return allPanes().stream().anyMatch(each -> each.begins(condition));
    }

    @Override
    void clear() {
        super.clear();
        late.clear();
    }

    /** Takes over the open windows of these, which have written them and give the first results. */
    public void readFirst(DataInput in) throws IOException {
        super.read(in);
        delay(afterNanos);
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
