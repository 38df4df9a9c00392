package io.weir.processing.oracle;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A line with an exponential histogram as it was sent. Time had come to {@code ticked}.
 *
 * @param scale {@link #END} at the end of a series
 * @param counts at the finest scale
 */
public record HistogramSample(
        int host,
        long nanos,
        long ticked,
        boolean isDelta,
        int scale,
        long zeros,
        SortedMap<HistogramBucket, Long> counts) {
    /** The scale of the end of a series. */
    public static final int END = 99;

    private static final long NANOS_PER_MILLI = 1_000_000;

    boolean repeats(HistogramSample other) {
        return host == other.host && nanos == other.nanos && isEnd() == other.isEnd();
    }

    /** Whether the line ends its series. */
    public boolean isEnd() {
        return scale == END;
    }

    long millis() {
        return Math.floorDiv(nanos, NANOS_PER_MILLI);
    }

    SortedMap<HistogramBucket, Long> at(int coarse) {
        SortedMap<HistogramBucket, Long> at = new TreeMap<>();
        counts.forEach((bucket, count) -> at.merge(bucket.at(coarse), count, Long::sum));
        return at;
    }

    HistogramSample at(long millis) {
        return new HistogramSample(host, nanos, millis, isDelta, scale, zeros, counts);
    }

    /** The line as sent. */
    public String line() {
        String series = "wait,group=%d,host=h%d ".formatted(host % HistogramOracle.GROUPS, host);
        if (isEnd()) {
            return series + "weir:end=true " + nanos;
        }
        String delta = isDelta ? "_delta" : "";
        return series + "scale=" + scale + "i,zero_count" + delta + "=" + zeros + "i" + side("positive", delta)
                + side("negative", delta) + ",zero_threshold=0 " + nanos;
    }

    String side(String name, String delta) {
        SortedMap<Integer, Long> side = new TreeMap<>();
        at(scale).forEach((bucket, count) -> {
            if (bucket.isNegative() == name.equals("negative")) {
                side.put(bucket.index(), count);
            }
        });
        if (side.isEmpty()) {
            return "";
        }
        StringBuilder array = new StringBuilder();
        for (int i = side.firstKey(); i <= side.lastKey(); i++) {
            array.append(i == side.firstKey() ? "" : ",").append(side.getOrDefault(i, 0L));
        }
        return ",%s_offset=%di,%s%s=\"[%s]\"".formatted(name, side.firstKey(), name, delta, array);
    }
}
