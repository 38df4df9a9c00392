package io.weir.writer.tier;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The windows of a table that remain to be computed, from the earliest on. Used by one thread. */
final class Work {
    private final TierTable table;
    private final Deque<TimeRange> ranges;

    /** @param ranges whole windows, in order */
    Work(TierTable table, List<TimeRange> ranges) {
        this.table = table;
        this.ranges = new ArrayDeque<>(ranges);
    }

    TierTable table() {
        return table;
    }

    boolean isDone() {
        return ranges.isEmpty();
    }

    /** The first of the ranges that remain. */
    TimeRange next() {
        return ranges.getFirst();
    }

    /**
     * The first range is computed up to this time.
     *
     * @return whether that is all of it
     */
    boolean computed(long upToMillis) {
        TimeRange range = ranges.removeFirst();
        if (upToMillis >= range.toMillis()) {
            return true;
        }
        ranges.addFirst(new TimeRange(upToMillis, range.toMillis()));
        return false;
    }

    /** The remaining windows, for a later round. */
    List<Mark> rest() {
        return ranges.stream()
                .map(range -> new Mark(table.tier().name(), table.measurement(), range.fromMillis(), range.toMillis()))
                .toList();
    }
}
