package io.weir.processing.aggregate;

import io.weir.contract.rule.aggregate.Repeats;
import io.weir.processing.aggregate.group.Exponential;
import io.weir.processing.aggregate.group.GroupPlan;
import io.weir.processing.aggregate.group.GroupShape;
import io.weir.processing.aggregate.group.GroupWindow;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The contribution of a series of exponential histograms to its group: its observations in each window.
 * Keeps the histograms of open windows and, as counters increase from it, the last one before them.
 */
public final class HistogramWindows extends SeriesWindows {

    /** The most histograms of a series. */
    static final int MOST = 1024;

    /** Heap bytes of this object beyond those of other windows. */
    private static final int OWN_BYTES = 64;

    /** Heap bytes of a histogram beyond its own, with its timestamp and reference. */
    private static final int POINT_BYTES = 32;

    private static final byte[] NONE = {};

    private final GroupShape shape;

    /** Timestamps in order, and the {@link Exponential#bytes} of each histogram. */
    private long[] stamps = new long[2];

    private byte[][] histograms = {NONE, NONE};
    private int size;
    private long histogramBytes;

    /** Creates a series without histograms. */
    HistogramWindows(GroupShape shape) {
        super(shape);
        this.shape = shape;
    }

    @Override
    public long estimatedBytes() {
        return super.estimatedBytes() + OWN_BYTES + (long) POINT_BYTES * stamps.length + histogramBytes;
    }

    /**
     * Adds a histogram.
     *
     * @param histogram its {@link Exponential#bytes}
     * @param logNanos the time of the partition
     * @param mayGrow whether it may take memory
     */
    Added add(long timestamp, byte[] histogram, long logNanos, boolean mayGrow) {
        if (isLate(timestamp, logNanos)) {
            return Added.LATE;
        }
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
        int first = 0;
        while (first < size && stamps[first] < next) {
            first++;
        }
        return first;
    }

    @Override
    long nextStart() {
        int first = firstOpen();
        return first == size ? NEVER : shape.start(stamps[first]);
    }

    @Override
    int contribute(GroupWindow to, GroupPlan plan) {
        long end = to.start() + shape.lengthNanos();
        Exponential sum = new Exponential();
        Exponential before = null;
        int here = 0;
        int counted = 0;
        int until = 0;
        for (; until < size && stamps[until] < end; until++) {
            Exponential each = Exponential.of(histograms[until]);
            Exponential increase = increase(before, until, each);
            if (stamps[until] >= to.start()) {
                here++;
            }
            if (stamps[until] >= to.start() && increase != null) {
                counted++;
                sum.add(increase);
            }
            before = each;
        }
        if (counted > 0) {
            to.add(sum);
            to.count(here, plan.tags());
        }
        // The last one begins the next window.
        remove(until - 1);
        next = end;
        forgetEnds();
        return counted == 0 ? 1 : 0;
    }

    /** The observations since the histogram before; null if nothing tells them. */
    private @Nullable Exponential increase(@Nullable Exponential before, int place, Exponential histogram) {
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
    public boolean isOpen() {
        return firstOpen() < size;
    }

    @Override
    public int open() {
        int open = 0;
        long last = Long.MIN_VALUE;
        for (int i = firstOpen(); i < size; i++) {
            long start = shape.start(stamps[i]);
            open += open == 0 || start != last ? 1 : 0;
            last = start;
        }
        return open;
    }

    @Override
    public void reset() {
        super.reset();
        stamps = new long[2];
        histograms = new byte[][] {NONE, NONE};
        size = 0;
        histogramBytes = 0;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        super.write(out);
        out.writeShort(size);
        for (int i = 0; i < size; i++) {
            out.writeLong(stamps[i]);
            out.writeInt(histograms[i].length);
            out.write(histograms[i]);
        }
    }

    @Override
    public void read(DataInput in) throws IOException {
        super.read(in);
        for (int left = bounded(in.readShort(), MOST); left > 0; left--) {
            long stamp = in.readLong();
            byte[] histogram = new byte[bounded(in.readInt(), Integer.MAX_VALUE)];
            in.readFully(histogram);
            insert(size, stamp, histogram);
        }
    }
}
