package io.weir.query.prometheus;

import io.weir.query.naming.Selection;
import io.weir.query.prometheus.MetricNames.Fields;
import io.weir.query.prometheus.MetricNames.Origin;
import io.weir.query.series.Deadline;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.LastSink;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import io.weir.query.series.WindowQuery;
import io.weir.query.series.WindowStore;
import io.weir.query.store.NanoTimes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Windows and last values of a store with the API of Prometheus. A metric is a field of a measurement, see {@link
 * MetricNames}. All values are numbers: the store has no texts, and flags are 0 and 1. The store computes means and counts
 * of ranges that end at the end of a window. Whether a range contains its start depends on the store, which is asked.
 */
public final class PrometheusWindows implements WindowStore {
    /** The first millisecond: queries are evaluated earlier, but not before 1970. */
    private static final long EARLIEST = PrometheusCalls.EARLIEST + StoredMetric.EARLIER;

    /** Stores do not read all lengths in milliseconds exactly. */
    private static final long SECOND = 1_000;

    /** Any time at which a second begins. */
    private static final long ANY_TIME = 1_700_000_000_000L;

    private final PrometheusCalls calls;
    private final Supplier<KnownMeasurements> measurements;
    private final boolean isKept;

    /** Reads a metric. */
    private interface Reading {
        /** @param limit of the series of the measurement */
        void read(StoredMetric metric, Origin origin, SeriesLimit limit);
    }

    /**
     * What was read.
     *
     * @param isWhole whether there were no further series
     * @param refusal of a metric that the store refused; the others were read
     */
    private record Outcome(boolean isWhole, Optional<EvaluationException> refusal) {}

    private PrometheusWindows(
            String http, Map<String, String> headers, Supplier<KnownMeasurements> measurements, boolean isKept) {
        this.calls = new PrometheusCalls(http, headers);
        this.measurements = measurements;
        this.isKept = isKept;
    }

    /**
     * A Prometheus, or a store that answers as it does. Does not connect yet.
     *
     * @param http the address before {@code /api/v1}, such as {@code http://127.0.0.1:9090}
     * @param headers of each request, by name
     * @param measurements returns known measurements, which decide where in the name of a metric the field begins
     */
    public static PrometheusWindows ofPrometheus(
            String http, Map<String, String> headers, Supplier<KnownMeasurements> measurements) {
        return new PrometheusWindows(http, headers, measurements, false);
    }

    /** The same for a VictoriaMetrics, which keeps all characters of names, and the field {@code value}. */
    public static PrometheusWindows ofVictoriaMetrics(
            String http, Map<String, String> headers, Supplier<KnownMeasurements> measurements) {
        return new PrometheusWindows(http, headers, measurements, true);
    }

    @Override
    public boolean readWindows(WindowQuery query, long step, Duration time, ValueSink sink) {
        query.tier().ifPresent(windows -> {
            throw new EvaluationException(Reason.NO_TIER, "the store has no tier " + windows.tier());
        });
        if (step <= 0 || step % SECOND != 0) {
            throw new EvaluationException("windows of this store have whole seconds, not " + step + " ms");
        }
        long from = Math.max(EARLIEST, query.from());
        long to = Math.min(PrometheusCalls.LATEST, query.to());
        if ((to - from) / step >= query.mostRows()) {
            throw new EvaluationException("a series would have more than " + query.mostRows()
                    + " windows; choose a shorter range, or longer windows");
        }
        List<Bins> all = from > to ? List.of() : Bins.of(from, to, step);
        Outcome outcome = read(
                query,
                from,
                to,
                time,
                (metric, origin, limit) -> all.forEach(bins -> metric.means(bins, limit, (tags, end, mean) -> {
                    sink.row(origin.measurement(), tags, bins.window(end) * NanoTimes.PER_MILLI);
                    sink.value(origin.field(), ValueType.FLOAT, Double.toString(mean));
                })));
        return outcome.isWhole && outcome.refusal.isEmpty();
    }

    @Override
    public void readLast(WindowQuery query, Duration time, LastSink sink) {
        long from = Math.max(EARLIEST, query.from());
        long to = Math.min(PrometheusCalls.LATEST, query.to());
        Outcome outcome = read(query, from, to, time, (metric, origin, limit) -> new LastSearch(metric)
                .search(
                        from,
                        to,
                        limit,
                        (tags, value, at, period) ->
                                sink.last(origin.measurement(), tags, origin.field(), value, at, period)));
        outcome.refusal.ifPresent(refusal -> {
            throw refusal;
        });
    }

    @Override
    public boolean findsLastFast() {
        return true;
    }

    /** Reads each selected metric. Throws if the store refuses all of them. */
    private Outcome read(WindowQuery query, long from, long to, Duration time, Reading reading) {
        Selection selection = new Selection(query.matchers());
        selection.requireNoTier("the store");
        if (!query.types().contains(ValueType.FLOAT)) {
            return new Outcome(true, Optional.empty());
        }
        Deadline deadline = new Deadline(time);
        // Asks in any case: a store that is away is not an empty answer.
        List<String> listed = list(selection, query.from(), query.to(), deadline);
        if (from > to || listed.isEmpty()) {
            return new Outcome(true, Optional.empty());
        }
        boolean hasStart = hasStart(deadline);
        Fields fields = new MetricNames(selection, measurements.get(), isKept).fields(listed);
        Map<String, SeriesLimit> limits = new HashMap<>();
        List<EvaluationException> refusals = new ArrayList<>();
        fields.metrics().forEach((origin, name) -> {
            SeriesLimit limit =
                    limits.computeIfAbsent(origin.measurement(), unseen -> SeriesLimit.first(query.mostSeries()));
            try {
                reading.read(new StoredMetric(calls, selection, name, hasStart, deadline), origin, limit);
            } catch (EvaluationException e) {
                if (e.reason() != Reason.EXECUTION) {
                    throw e;
                }
                // Such as a metric with more samples than the store reads: the others are worth more than nothing.
                refusals.add(e);
            }
        });
        if (!refusals.isEmpty() && refusals.size() == fields.metrics().size()) {
            throw refusals.get(0);
        }
        boolean isOver = limits.values().stream().anyMatch(SeriesLimit::isOver);
        return new Outcome(fields.isUnique() && !isOver, refusals.stream().findFirst());
    }

    /** The names of metrics that may be selected. */
    private List<String> list(Selection selection, long from, long to, Deadline deadline) {
        List<Matcher> matchers = new ArrayList<>(selection.labels());
        selection
                .possibleMeasurements()
                .map(named ->
                        named.stream().map(MetricNames::allowed).collect(Collectors.joining("|", "(?:", ")(_.*)?")))
                .ifPresent(regex -> matchers.add(new Matcher(Matcher.METRIC_NAME, Comparison.MATCHES, regex)));
        return calls.names(new Selector(matchers).text(), from, to, deadline.left());
    }

    /**
     * Whether a range of the store contains its start, as up to Prometheus 2. Then a range of one second has two samples,
     * if their interval is one second.
     */
    private boolean hasStart(Deadline deadline) {
        AtomicBoolean hasStart = new AtomicBoolean();
        String time = PrometheusCalls.seconds(ANY_TIME);
        calls.ask(
                "query_range",
                Map.of("query", "count_over_time(vector(1)[1s:1s])", "start", time, "end", time, "step", "1"),
                deadline.left(),
                new MatrixReader() {
                    @Override
                    boolean begin(Map<String, String> texts) {
                        return true;
                    }

                    @Override
                    void sample(long stamp, double value) {
                        hasStart.set(value > 1);
                    }
                });
        return hasStart.get();
    }
}
