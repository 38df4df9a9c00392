package io.weir.query.prometheus;

import io.weir.query.naming.PromqlNames;
import io.weir.query.naming.Selection;
import io.weir.query.series.Deadline;
import io.weir.query.series.ExactSum;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the selected series of one metric: samples, and statistics of bins that the store computes. */
final class StoredMetric {
    /**
     * Queries are evaluated so much earlier than the range that they read. VictoriaMetrics replaces the values of an
     * evaluation at the last 30 s by the value before.
     */
    static final long EARLIER = 86_400_000;

    private final PrometheusCalls calls;
    private final Selection selection;
    private final String selector;
    private final boolean hasStart;
    private final Deadline deadline;

    /** Receives the values of a series in the order of times. */
    interface Sink {
        /** @param time the last millisecond of a bin, or the time of a sample */
        void value(Map<String, String> tags, long time, double value);
    }

    /**
     * @param name of the metric in the store
     * @param hasStart whether a range of the store contains its start, as up to Prometheus 2
     */
    StoredMetric(PrometheusCalls calls, Selection selection, String name, boolean hasStart, Deadline deadline) {
        this.calls = calls;
        this.selection = selection;
        this.hasStart = hasStart;
        this.deadline = deadline;
        List<Matcher> matchers = new ArrayList<>();
        matchers.add(new Matcher(Matcher.METRIC_NAME, Comparison.EQUALS, PromqlNames.metric(name)));
        matchers.addAll(selection.labels());
        selector = new Selector(matchers).text();
    }

    /** The means of bins that have values. */
    void means(Bins bins, SeriesLimit limit, Sink sink) {
        if (isComputed(bins)) {
            compute("avg_over_time", bins, limit, sink);
        } else {
            Map<Map<String, String>, Mean> means = new HashMap<>();
            samples(bins, limit, (tags, time, value) -> means.computeIfAbsent(tags, unseen -> new Mean())
                    .add(value));
            means.forEach((tags, mean) -> sink.value(tags, bins.lastEnd(), mean.value()));
        }
    }

    /** The numbers of samples in bins that have some. */
    void counts(Bins bins, SeriesLimit limit, Sink sink) {
        if (isComputed(bins)) {
            compute("count_over_time", bins, limit, sink);
        } else {
            samples(bins, limit, (tags, time, value) -> sink.value(tags, bins.lastEnd(), 1));
        }
    }

    /** Otherwise there is one bin, whose samples are read. */
    private boolean isComputed(Bins bins) {
        return hasStart ? bins.length() > 1 : PrometheusCalls.isExact(bins.length());
    }

    private void samples(Bins bins, SeriesLimit limit, Sink sink) {
        samples(bins.lastEnd() - bins.length() + 1, bins.lastEnd(), limit, sink);
    }

    private static final class Mean {
        private final ExactSum sum = new ExactSum();
        private long count;

        private void add(double value) {
            sum.add(value);
            count++;
        }

        private double value() {
            return sum.total() / count;
        }
    }

    private void compute(String function, Bins bins, SeriesLimit limit, Sink sink) {
        long range = hasStart ? bins.length() - 1 : bins.length();
        calls.ask(
                "query_range",
                Map.of(
                        "query",
                        function + "(" + selector + "[" + PrometheusCalls.duration(range) + "] offset -"
                                + PrometheusCalls.duration(EARLIER) + ")",
                        "start",
                        PrometheusCalls.seconds(bins.firstEnd() - EARLIER),
                        "end",
                        PrometheusCalls.seconds(bins.lastEnd() - EARLIER),
                        "step",
                        bins.hasOne() ? "1s" : PrometheusCalls.duration(bins.step())),
                deadline.left(),
                new Reader(Long.MIN_VALUE, EARLIER, limit, sink));
    }

    /** The samples between two milliseconds, both included. */
    void samples(long from, long to, SeriesLimit limit, Sink sink) {
        calls.askSamples(selector, from, to, deadline.left(), new Reader(from, 0, limit, sink));
    }

    /** Passes on finite numbers of the series within a limit, and ends if there can be no further ones. */
    private final class Reader extends MatrixReader {
        private final long from;
        private final long later;
        private final SeriesLimit limit;
        private final Sink sink;
        private Map<String, String> tags = Map.of();
        private boolean isBegun;
        private boolean isRead;
        private int read;
        private boolean hasEnough;

        private Reader(long from, long later, SeriesLimit limit, Sink sink) {
            this.from = from;
            this.later = later;
            this.limit = limit;
            this.sink = sink;
        }

        @Override
        boolean hasEnough() {
            return hasEnough;
        }

        @Override
        boolean begin(Map<String, String> texts) {
            Map<String, String> labels = new HashMap<>();
            texts.remove(Matcher.METRIC_NAME);
            texts.forEach((name, value) -> labels.put(PromqlNames.label(name), value));
            tags = texts;
            isBegun = false;
            return selection.selects(label -> labels.getOrDefault(label, ""));
        }

        @Override
        void sample(long stamp, double value) {
            if (stamp < from || !Double.isFinite(value)) {
                return;
            }
            if (!isBegun) {
                isBegun = true;
                isRead = limit.test(tags);
                hasEnough = !isRead && limit.isReached(read);
                read += isRead ? 1 : 0;
            }
            if (isRead) {
                sink.value(tags, stamp + later, value);
            }
        }
    }
}
