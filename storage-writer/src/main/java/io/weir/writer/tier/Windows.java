package io.weir.writer.tier;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A set of windows; adjacent ones form one range. At the limit, the two nearest ranges are merged.
 */
final class Windows {
    /** Merging is harmless, because windows without late lines may be computed again. */
    private static final int MOST_RANGES = 1_000;

    private final TreeMap<Long, Long> endByStart = new TreeMap<>();

    void add(long fromMillis, long toMillis) {
        Map.Entry<Long, Long> before = endByStart.floorEntry(fromMillis);
        if (before != null && before.getValue() >= toMillis) {
            return;
        }
        long from = fromMillis;
        long to = toMillis;
        if (before != null && before.getValue() >= from) {
            from = before.getKey();
        }
        Map.Entry<Long, Long> next = endByStart.ceilingEntry(from);
        while (next != null && next.getKey() <= to) {
            to = Math.max(to, next.getValue());
            endByStart.remove(next.getKey());
            next = endByStart.ceilingEntry(from);
        }
        endByStart.put(from, to);
        if (endByStart.size() > MOST_RANGES) {
            closeNarrowestGap();
        }
    }

    /** The ranges in order; no two are adjacent. */
    List<TimeRange> ranges() {
        return endByStart.entrySet().stream()
                .map(range -> new TimeRange(range.getKey(), range.getValue()))
                .toList();
    }

    private void closeNarrowestGap() {
        long narrowest = Long.MAX_VALUE;
        long from = 0;
        long gone = 0;
        long to = 0;
        TimeRange before = new TimeRange(0, 0);
        for (TimeRange range : ranges()) {
            long gap = range.fromMillis() - before.toMillis();
            if (range.fromMillis() > endByStart.firstKey() && gap < narrowest) {
                narrowest = gap;
                from = before.fromMillis();
                gone = range.fromMillis();
                to = range.toMillis();
            }
            before = range;
        }
        endByStart.remove(gone);
        endByStart.put(from, to);
    }
}
