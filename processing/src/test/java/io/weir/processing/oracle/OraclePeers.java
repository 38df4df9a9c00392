package io.weir.processing.oracle;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * The distances between the means of series, in windows of log time: all values of each, by stamp.
 */
final class OraclePeers {

    private static final long LENGTH = 2_000_000_000;
    private static final long GRACE = 1_000_000_000;

    /** By start, then series. */
    private final TreeMap<Long, Map<String, Map<Long, Double>>> open = new TreeMap<>();

    /** Receives the score of a series. */
    interface Results {
        void result(String series, long start, double score);
    }

    void add(String series, double value, long stamp, long logNanos) {
        long start = Math.floorDiv(stamp, LENGTH) * LENGTH;
        if (start + LENGTH + GRACE > logNanos) {
            open.computeIfAbsent(start, unseen -> new TreeMap<>())
                    .computeIfAbsent(series, unseen -> new TreeMap<>())
                    .put(stamp, value);
        }
    }

    void pass(long logNanos, Results out) {
        Map<Long, Map<String, Map<Long, Double>>> closed = open.headMap(logNanos - LENGTH - GRACE, true);
        closed.forEach((start, values) -> {
            Map<String, Double> means = new TreeMap<>();
            values.forEach((series, all) -> means.put(
                    series, all.values().stream().mapToDouble(each -> each).sum() / all.size()));
            double median = of(means, mean -> mean, OraclePeers::median);
            double deviation = of(means, mean -> Math.abs(mean - median), OraclePeers::median) / 0.6745;
            double wide = 1.253314
                    * of(means, mean -> Math.abs(mean - median), all -> all.average()
                            .orElseThrow());
            double unit = deviation > 0 ? deviation : wide;
            means.forEach((series, mean) -> out.result(series, start, unit > 0 ? (mean - median) / unit : 0));
        });
        closed.clear();
    }

    private static double of(
            Map<String, Double> means, Function<Double, Double> value, Function<DoubleStream, Double> of) {
        return of.apply(means.values().stream().mapToDouble(value::apply));
    }

    private static double median(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
