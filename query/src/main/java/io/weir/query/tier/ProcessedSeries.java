package io.weir.query.tier;

import io.weir.contract.rule.storage.StorageTier;
import io.weir.query.naming.Origins;
import io.weir.query.naming.PromqlNames;
import io.weir.query.naming.TierNames;
import io.weir.query.series.Allowance;
import io.weir.query.series.Deadline;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.RangeQuery;
import io.weir.query.series.RangeSource;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesRanges;
import io.weir.query.series.SeriesSource;
import io.weir.query.series.SeriesStore;
import io.weir.query.series.TierQuery;
import io.weir.query.series.TierWindows;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A store whose tiers are metrics of their own, which processing computes; see {@link TierMetrics}. Their windows have the
 * labels of raw. The store computes nothing from windows: Weir reads them.
 */
public final class ProcessedSeries implements SeriesStore, RangeSource {
    private static final long FIRST = 0;
    private static final long LAST = Long.MAX_VALUE;

    private final SeriesStore store;
    /** The store, perhaps with what it found for one query. */
    private final SeriesSource source;

    private final Supplier<List<StorageTier>> tiers;
    private final TierNaming naming;

    private ProcessedSeries(
            SeriesStore store, SeriesSource source, Supplier<List<StorageTier>> tiers, TierNaming naming) {
        this.store = store;
        this.source = source;
        this.tiers = tiers;
        this.naming = naming;
    }

    /**
     * A store with measurements and fields.
     *
     * @param tiers returns the tiers that processing computes; may be empty
     */
    public static ProcessedSeries ofTables(SeriesStore store, Supplier<List<StorageTier>> tiers) {
        return new ProcessedSeries(store, store, tiers, TierNaming.TABLES);
    }

    /** A store with the names of Prometheus. */
    public static ProcessedSeries ofPrometheus(SeriesStore store, Supplier<List<StorageTier>> tiers) {
        return new ProcessedSeries(store, store, tiers, TierNaming.PROMETHEUS);
    }

    /** A VictoriaMetrics. */
    public static ProcessedSeries ofVictoriaMetrics(SeriesStore store, Supplier<List<StorageTier>> tiers) {
        return new ProcessedSeries(store, store, tiers, TierNaming.VICTORIAMETRICS);
    }

    @Override
    public ProcessedSeries forQuery() {
        return new ProcessedSeries(store, store.forQuery(), tiers, naming);
    }

    @Override
    public List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance) {
        return source.select(matchers, from, to, allowance);
    }

    @Override
    public List<Labels> list(List<Matcher> matchers, long from, long to, Allowance allowance) {
        return store.list(matchers, from, to, allowance);
    }

    @Override
    public SortedSet<String> texts(
            List<Matcher> matchers, long from, long to, Function<Labels, Collection<String>> of, Allowance allowance) {
        return store.texts(matchers, from, to, of, allowance);
    }

    @Override
    public Optional<List<SeriesRanges>> selectRanges(RangeQuery query, Allowance allowance) {
        return query.windows().isEmpty() && source instanceof RangeSource computing
                ? computing.selectRanges(query, allowance)
                : Optional.empty();
    }

    @Override
    public boolean hasTiers() {
        return !tiers.get().isEmpty();
    }

    @Override
    public Optional<List<Series>> selectWindows(TierQuery query, Allowance allowance) {
        Deadline deadline = new Deadline(allowance.time());
        TierMetrics metrics = new TierMetrics(naming, query.windows().tier(), TierNames.suffix(query.statistic()));
        long delay = query.windows().delay();
        long from = query.from() - delay;
        long to = query.to() - delay;
        Origins known = naming.origins();
        List<Series> all = new ArrayList<>();
        long used = 0;
        List<TierMetrics.Field> fields = fields(metrics, query.matchers(), from, to, allowance);
        for (TierMetrics.Request each : metrics.requests(fields, query.matchers())) {
            for (Series found : source.select(each.matchers(), from, to, left(allowance, used, deadline))) {
                TierMetrics.Field field =
                        Objects.requireNonNull(each.fields().get(found.labels().get(Matcher.METRIC_NAME)));
                Labels labels = found.labels().with(Matcher.METRIC_NAME, metrics.raw(field));
                known.claim(labels, field.measurement(), field.field());
                all.add(new Series(labels, found.stamps(), found.values()).delayed(delay));
                used += found.stamps().length + Allowance.SAMPLES_OF_SERIES;
            }
        }
        all.sort(Comparator.comparing(Series::labels));
        if (!all.isEmpty() || hasFields(metrics, query.matchers(), allowance, deadline)) {
            return Optional.of(all);
        }
        requireTier(query, allowance, deadline);
        return Optional.empty();
    }

    /** Throws {@link EvaluationException} if the store has no result of any field in the tier. */
    private void requireTier(TierQuery query, Allowance allowance, Deadline deadline) {
        TierWindows windows = query.windows();
        TierMetrics all = new TierMetrics(naming, windows.tier(), "");
        long to = query.to() - windows.delay();
        // Some stores look through all their values to list the metrics of all times.
        if (!hasAny(all, to - 2 * windows.length(), to, allowance, deadline)
                && !hasAny(all, FIRST, LAST, allowance, deadline)) {
            throw new EvaluationException(Reason.NO_TIER, "the store has no window of the tier " + windows.tier());
        }
    }

    private boolean hasAny(TierMetrics metrics, long from, long to, Allowance allowance, Deadline deadline) {
        try {
            return !fields(metrics, List.of(), from, to, left(allowance, 0, deadline))
                    .isEmpty();
        } catch (EvaluationException e) {
            if (e.reason() != Reason.EXECUTION) {
                throw e;
            }
            // There are more than the allowance, or than the store lists.
            return true;
        }
    }

    /** The fields that matchers of raw may select. */
    private List<TierMetrics.Field> fields(
            TierMetrics metrics, List<Matcher> matchers, long from, long to, Allowance allowance) {
        Stream<TierMetrics.Field> possible = name(matchers)
                .map(name -> metrics.fields(name).stream())
                .orElseGet(() -> store.metrics(metrics.ofAll(matchers), from, to, allowance).stream()
                        .flatMap(name -> metrics.fieldsOfResult(name).stream()));
        return possible.filter(field -> matchers.stream()
                        .filter(each -> each.label().equals(Matcher.METRIC_NAME))
                        .allMatch(each -> each.matches(metrics.raw(field))))
                .toList();
    }

    /**
     * Whether the tier has the result of a selected field at any time. Otherwise the value at a step would depend on the
     * other steps and series of the query.
     */
    private boolean hasFields(TierMetrics metrics, List<Matcher> matchers, Allowance allowance, Deadline deadline) {
        List<Matcher> ofFields = matchers.stream()
                .filter(each -> PromqlNames.isOfField(each.label()))
                .toList();
        List<TierMetrics.Field> fields = fields(metrics, ofFields, FIRST, LAST, left(allowance, 0, deadline));
        return name(matchers).isEmpty()
                ? !fields.isEmpty()
                : metrics.requests(fields, ofFields).stream()
                        .anyMatch(each -> store.hasFields(each.matchers(), left(allowance, 0, deadline)));
    }

    private static Allowance left(Allowance allowance, long used, Deadline deadline) {
        return new Allowance(allowance.samples() - used, allowance.mostSamples(), deadline.left());
    }

    /** The only name that matchers select; empty for several. */
    private static Optional<String> name(List<Matcher> matchers) {
        return matchers.stream()
                .filter(each -> each.label().equals(Matcher.METRIC_NAME) && each.comparison() == Comparison.EQUALS)
                .map(Matcher::value)
                .findFirst();
    }
}
