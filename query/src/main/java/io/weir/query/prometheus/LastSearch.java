package io.weir.query.prometheus;

import io.weir.query.series.EvaluationException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds the last sample of each series of a metric. The store counts the samples of bins; the last bin that has some is
 * divided again, together with those near it, until they are short enough to read their samples.
 */
final class LastSearch {
    private static final int BINS = 200;
    /** Bins near each other that are divided together. They are a small part of all, so that the search ends. */
    private static final int NEAR = 10;

    private static final long SECOND = 1_000;

    /** In milliseconds. */
    private static final long SHORT = 120_000;

    /** Searches of a metric: enough for a series in each bin of a day, each of which is divided once. */
    private static final int MOST = 500;

    /** An interval of so many usual ones is an outage. */
    private static final int OUTAGE = 5;

    /** Of fewer intervals, none is usual. */
    private static final int FEW = 3;

    private final StoredMetric metric;
    private int searches;

    /** Receives the last sample of a series. */
    interface Sink {
        /** @param period the usual interval of samples near the last one, in milliseconds; 0 if it is the only one */
        void last(Map<String, String> tags, double value, long time, long period);
    }

    /** Samples or bins of a series. */
    private static final class Found {
        private final long first;
        private final List<Long> intervals = new ArrayList<>();
        private long last;
        private double value;
        private long samples;

        private Found(long first) {
            this.first = first;
            last = first;
        }

        private void add(long time, double next, long count) {
            if (time > last) {
                intervals.add(time - last);
            }
            last = time;
            value = next;
            samples += count;
        }

        /** The mean interval of samples, without outages. */
        private long period(long otherwise) {
            if (samples < 2 || intervals.isEmpty()) {
                return otherwise;
            }
            List<Long> outages = outages();
            long down = outages.stream().mapToLong(Long::longValue).sum();
            return (last - first - down) / (samples - 1 - outages.size());
        }

        private List<Long> outages() {
            long median = intervals.stream().sorted().toList().get(intervals.size() / 2);
            return intervals.size() < FEW
                    ? List.of()
                    : intervals.stream().filter(each -> each > OUTAGE * median).toList();
        }
    }

    LastSearch(StoredMetric metric) {
        this.metric = metric;
    }

    /** Searches between two milliseconds, both included. Throws if there are too many places to search, after the newest. */
    void search(long from, long to, SeriesLimit limit, Sink sink) {
        search(from, to, limit, Map.of(), sink);
    }

    /**
     * Returns the series that are found.
     *
     * @param periods by series, as far as they are known
     */
    private Set<Map<String, String>> search(
            long from, long to, SeriesLimit limit, Map<Map<String, String>, Long> periods, Sink sink) {
        if (++searches > MOST) {
            throw new EvaluationException("the last values of a metric are in more than " + MOST
                    + " places; select fewer series or a shorter range");
        }
        Map<Map<String, String>, Found> found = new HashMap<>();
        if (to - from < SHORT) {
            metric.samples(
                    from, to, limit, (tags, time, value) -> found.computeIfAbsent(tags, unseen -> new Found(time))
                            .add(time, value, 1));
            found.forEach((tags, each) ->
                    sink.last(tags, each.value, each.last, each.period(periods.getOrDefault(tags, 0L))));
            return found.keySet();
        }
        long step = ((to - from) / BINS / SECOND + 1) * SECOND;
        for (Bins bins : Bins.of(from, to, step)) {
            metric.counts(bins, limit, (tags, time, value) -> found.computeIfAbsent(tags, unseen -> new Found(time))
                    .add(time, value, (long) value));
        }
        NavigableMap<Long, Map<Map<String, String>, Long>> byBin = new TreeMap<>();
        found.forEach((tags, each) -> byBin.computeIfAbsent(each.last, unseen -> new HashMap<>())
                .put(tags, each.period(periods.getOrDefault(tags, 0L))));
        Set<Map<String, String>> all = new HashSet<>();
        while (!byBin.isEmpty()) {
            long end = byBin.lastKey();
            // They begin less than this before the end.
            var near = byBin.tailMap(end - Math.max(SHORT, NEAR * step) + step, false);
            long start = Math.max(from, near.firstKey() / step * step);
            Map<Map<String, String>, Long> ofSeries = new HashMap<>();
            near.values().forEach(ofSeries::putAll);
            near.clear();
            Set<Map<String, String>> inBins = search(start, end, SeriesLimit.of(ofSeries.keySet()), ofSeries, sink);
            all.addAll(inBins);
            // The store counts samples that are no finite numbers, too.
            ofSeries.keySet().removeAll(inBins);
            if (!ofSeries.isEmpty() && start > from) {
                all.addAll(search(from, start - 1, SeriesLimit.of(ofSeries.keySet()), ofSeries, sink));
            }
        }
        return all;
    }
}
