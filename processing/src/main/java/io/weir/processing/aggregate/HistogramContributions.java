package io.weir.processing.aggregate;

import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.LineHistogram;
import io.weir.contract.rule.aggregate.Repeats;
import io.weir.processing.aggregate.group.GroupPlan;
import io.weir.processing.aggregate.group.GroupShape;
import io.weir.processing.aggregate.group.Observations;
import io.weir.processing.aggregate.group.PartialWindow;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The contribution of a series of histograms to its group: its observations in each window, or its last
 * histogram. Keeps the histograms of open windows and the last one before them, from which counters
 * increase, and which is held.
 */
public final class HistogramContributions extends Contributions {

    /** The most histograms of a series. */
    static final int MOST = 1024;

    /** Heap bytes of this object beyond those of other windows. */
    private static final int OWN_BYTES = 80;

    /** Heap bytes of a histogram beyond its own, with its timestamp and reference. */
    private static final int POINT_BYTES = 32;

    private static final byte[] NONE = {};

    private final LineHistogram.Form form;

    /** Whether the last histogram of a window counts as it is, not the increases of all. */
    private final boolean isLast;

    private final long holdNanos;

    /** Timestamps in order, and the {@link Observations#bytes} of each histogram. */
    private long[] stamps = new long[2];

    private byte[][] histograms = {NONE, NONE};
    private int size;
    private long histogramBytes;

    /** Creates a series without histograms. */
    HistogramContributions(GroupShape shape) {
        super(shape);
        form = Objects.requireNonNull(shape.ofLines());
        AggregateFunction of = shape.columns().get(0).of();
        isLast = of != null && of.kind() == AggregateFunction.Kind.LAST;
        holdNanos = shape.longestHoldNanos();
    }

    @Override
    public long estimatedBytes() {
        return super.estimatedBytes() + OWN_BYTES + (long) POINT_BYTES * stamps.length + histogramBytes;
    }

    /**
     * Adds a histogram.
     *
     * @param histogram its {@link Observations#bytes}
     * @param logNanos the time of the partition
     * @param mayGrow whether it may take memory
     */
    Added add(long timestamp, byte[] histogram, long logNanos, boolean mayGrow) {
        if (isLate(timestamp, logNanos)) {
            return Added.LATE;
        }
        boolean isLateForSome = isLateForSome(timestamp, logNanos);
        boolean isDue = closesAt() <= logNanos;
        Added added = returned(put(timestamp, histogram, mayGrow));
        if (added.isRefusal() || !isLateForSome) {
            return added;
        }
        // A window that is due still takes values.
        next = isDue ? next : Math.max(next, firstOpenStart(timestamp, logNanos));
        return added.late();
    }

    private Added put(long timestamp, byte[] histogram, boolean mayGrow) {
        int found = Arrays.binarySearch(stamps, 0, size, timestamp);
        boolean replaces = found >= 0 && shape.repeats() == Repeats.REPLACE;
        if (!mayGrow && (!replaces || histogram.length > histograms[found].length)) {
            return Added.REFUSED;
        }
        if (replaces) {
            histogramBytes += histogram.length - histograms[found].length;
            histograms[found] = histogram;
            hasGrown = true;
            return Added.REPLACED;
        }
        if (size == MOST) {
            return Added.TOO_MANY;
        }
        int place = found >= 0 ? found + 1 : -1 - found;
        insert(place, timestamp, histogram);
        return place == firstOpen() ? Added.OPENED : Added.ADDED;
    }

    private void insert(int place, long stamp, byte[] histogram) {
        if (size == stamps.length) {
            stamps = Arrays.copyOf(stamps, size * 2);
            histograms = Arrays.copyOf(histograms, size * 2);
            Arrays.fill(histograms, size, size * 2, NONE);
        }
        System.arraycopy(stamps, place, stamps, place + 1, size - place);
        System.arraycopy(histograms, place, histograms, place + 1, size - place);
        stamps[place] = stamp;
        histograms[place] = histogram;
        size++;
        histogramBytes += histogram.length;
        hasGrown = true;
    }

    /** The number of histograms before all open windows. */
    private int firstOpen() {
        return before(next);
    }

    /** The number of histograms before a time. */
    private int before(long time) {
        int before = 0;
        while (before < size && stamps[before] < time) {
            before++;
        }
        return before;
    }

    @Override
    long nextWithValues() {
        int first = firstOpen();
        long start = first == size ? NEVER : Math.max(next, shape.firstStart(shape.start(stamps[first])));
        return next < start && holds(first - 1, next) ? next : start;
    }

    /** Whether the histogram at a place, which is before a window, is held in it. */
    private boolean holds(int place, long start) {
        return holdNanos > 0 && place >= 0 && start - stamps[place] <= holdNanos && isPresent(stamps[place], start);
    }

    @Override
    boolean returnsIn(long start) {
        int last = firstOpen() - 1;
        return holdNanos > 0 && last >= 0 && start > next && !EndTimes.hasIn(ends, stamps[last], start);
    }

    @Override
    int contributeValues(PartialWindow to, GroupPlan plan) {
        int from = before(to.start());
        int until = before(to.start() + shape.lengthNanos());
        Observations own = isLast ? last(from, until, to.start()) : increases(from, until);
        if (own != null) {
            to.add(own);
            to.count(until - from, plan.tags());
        }
        next = to.start() + shape.everyNanos();
        // The last one before the next window begins it, or is held in it.
        remove(firstOpen() - 1);
        forgetEnds();
        return own == null ? 1 : 0;
    }

    /** The last histogram of a window, or the one that is held in it; null if there is none. */
    private @Nullable Observations last(int from, int until, long start) {
        if (from < until) {
            return Observations.of(form, histograms[until - 1]);
        }
        if (!holds(from - 1, start)) {
            return null;
        }
        dependOn(stamps[from - 1]);
        return Observations.of(form, histograms[from - 1]);
    }

    /** The observations since the histograms before; null if nothing tells any. */
    private @Nullable Observations increases(int from, int until) {
        Observations before = from > 0 ? Observations.of(form, histograms[from - 1]) : null;
        Observations sum = null;
        for (int place = from; place < until; place++) {
            Observations each = Observations.of(form, histograms[place]);
            if (place == from && before != null && !each.isDelta()) {
                dependOn(stamps[from - 1]);
            }
            Observations increase = increase(before, place, each);
            if (increase != null) {
                sum = sum == null ? Observations.none(form) : sum;
                sum.add(increase);
            }
            before = each;
        }
        return sum;
    }

    /** The observations since the histogram before; null if nothing tells them. */
    private @Nullable Observations increase(@Nullable Observations before, int place, Observations histogram) {
        if (histogram.isDelta()) {
            return histogram;
        }
        if (before == null || before.isDelta() || isInterrupted(stamps[place - 1], stamps[place])) {
            return null;
        }
        return histogram.since(before);
    }

    /** Removes the first histograms. */
    private void remove(int count) {
        for (int i = 0; i < count; i++) {
            histogramBytes -= histograms[i].length;
        }
        size -= Math.max(0, count);
        if (count > 0) {
            System.arraycopy(stamps, count, stamps, 0, size);
            System.arraycopy(histograms, count, histograms, 0, size);
            Arrays.fill(histograms, size, size + count, NONE);
            hasGrown = true;
        }
    }

    @Override
    void forgetEnds() {
        long first = size > 0 ? Math.min(next, stamps[0]) : next;
        long[] left = EndTimes.since(ends, first);
        hasGrown |= left != ends;
        ends = left;
    }

    @Override
    boolean hasValues() {
        return firstOpen() < size;
    }

    @Override
    public int open() {
        int open = 0;
        long from = next;
        for (int i = firstOpen(); i < size; i++) {
            long last = shape.start(stamps[i]);
            from = Math.max(from, shape.firstStart(last));
            open += (int) ((last - from) / shape.everyNanos()) + 1;
            from = last + shape.everyNanos();
        }
        return open;
    }

    @Override
    long lastAt() {
        return size > 0 ? stamps[size - 1] : Long.MIN_VALUE;
    }

    @Override
    boolean lastIn(long from, long to) {
        return size > 0 && stamps[0] < next && stamps[0] >= from && stamps[0] < to;
    }

    @Override
    void resetValues() {
        stamps = new long[2];
        histograms = new byte[][] {NONE, NONE};
        size = 0;
        histogramBytes = 0;
    }

    @Override
    void writeValues(DataOutput out) throws IOException {
        // As windows without columns.
        out.writeInt(0);
        writePanes(out);
        out.writeShort(size);
        for (int i = 0; i < size; i++) {
            out.writeLong(stamps[i]);
            out.writeInt(histograms[i].length);
            out.write(histograms[i]);
        }
    }

    @Override
    void readValues(DataInput in) throws IOException {
        bounded(in.readInt(), 0);
        readPanes(in);
        for (int left = bounded(in.readShort(), MOST); left > 0; left--) {
            long stamp = in.readLong();
            byte[] histogram = new byte[bounded(in.readInt(), Integer.MAX_VALUE)];
            in.readFully(histogram);
            insert(size, stamp, histogram);
        }
    }
}
