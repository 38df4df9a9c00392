package io.weir.query.prometheus;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Finds the last sample of each series of a metric. The store counts the samples of bins; the last bin that has some is
 * divided again, until it is short enough to read its samples.
 */
final class LastSearch {
    private static final int BINS = 200;
    private static final long SECOND = 1_000;

    /** In milliseconds. */
    private static final long SHORT = 120_000;

    private final StoredMetric metric;

    /** Receives the last sample of a series. */
    interface Sink {
        /** @param period the usual interval of samples near the last one, in milliseconds; 0 if it is the only one */
        void last(Map<String, String> tags, double value, long time, long period);
    }

    /** Samples or bins of a series: the first and the last one. */
    private static final class Found {
        private final long first;
        private long last;
        private double value;
        private long samples;

        private Found(long first) {
            this.first = first;
        }

        private void add(long time, double next, long count) {
            last = time;
            value = next;
            samples += count;
        }

        private long period(long otherwise) {
            return samples > 1 && last > first ? (last - first) / (samples - 1) : otherwise;
        }
    }

    LastSearch(StoredMetric metric) {
        this.metric = metric;
    }

    /**
     * Searches between two milliseconds, both included.
     *
     * @param isSearched called for each series, perhaps several times
     */
    void search(long from, long to, Predicate<Map<String, String>> isSearched, Sink sink) {
        search(from, to, isSearched, Map.of(), sink);
    }

    /** @param periods of series; their tags are those to search if there are any */
    private void search(
            long from,
            long to,
            Predicate<Map<String, String>> isSearched,
            Map<Map<String, String>, Long> periods,
            Sink sink) {
        Map<Map<String, String>, Found> found = new HashMap<>();
        if (to - from < SHORT) {
            metric.samples(from, to, (tags, time, value) -> {
                if (isSearched.test(tags)) {
                    found.computeIfAbsent(tags, unseen -> new Found(time)).add(time, value, 1);
                }
            });
            found.forEach((tags, each) ->
                    sink.last(tags, each.value, each.last, each.period(periods.getOrDefault(tags, 0L))));
            return;
        }
        long step = ((to - from) / BINS / SECOND + 1) * SECOND;
        for (Bins bins : Bins.of(from, to, step)) {
            metric.counts(bins, (tags, time, value) -> {
                if (isSearched.test(tags)) {
                    found.computeIfAbsent(tags, unseen -> new Found(time)).add(time, value, (long) value);
                }
            });
        }
        Map<Long, Map<Map<String, String>, Long>> byBin = new TreeMap<>(Comparator.reverseOrder());
        found.forEach((tags, each) -> byBin.computeIfAbsent(each.last, unseen -> new HashMap<>())
                .put(tags, each.period(periods.getOrDefault(tags, 0L))));
        byBin.forEach((end, ofSeries) ->
                search(Math.max(from, end / step * step), end, ofSeries::containsKey, ofSeries, sink));
    }
}
