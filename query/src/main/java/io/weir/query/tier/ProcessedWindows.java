package io.weir.query.tier;

import io.weir.contract.rule.storage.StorageTier;
import io.weir.query.naming.PromqlNames;
import io.weir.query.series.Deadline;
import io.weir.query.series.LastSink;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.TierWindows;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import io.weir.query.series.WindowQuery;
import io.weir.query.series.WindowStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A store whose tiers are measurements of their own, which processing computes: {@code <measurement>_<tier>}, with the
 * fields {@code <field>_<function>}. The windows of a tier have the names of raw. A query of raw omits the tiers, unless it
 * names a measurement.
 */
public final class ProcessedWindows implements WindowStore {
    private static final String RESULTS = "(?:" + TierWindowMeans.MEAN + "|" + TierWindowMeans.COUNT + ")";

    /** Windows of a tier in one query of the store. */
    private static final int WINDOWS = 2_000;

    private final WindowStore store;
    private final Supplier<List<StorageTier>> tiers;

    /** @param tiers returns the tiers that processing computes; may be empty */
    public ProcessedWindows(WindowStore store, Supplier<List<StorageTier>> tiers) {
        this.store = store;
        this.tiers = tiers;
    }

    @Override
    public boolean readWindows(WindowQuery query, long step, Duration time, ValueSink sink) {
        if (query.tier().isEmpty()) {
            return store.readWindows(raw(query), step, time, sink);
        }
        TierWindows windows = query.tier().get();
        Deadline deadline = new Deadline(time);
        List<Matcher> matchers = matchers(query.matchers(), StorageTier.ending(windows.tier()));
        long length = Math.max(1, WINDOWS * windows.length() / step) * step;
        boolean isAll = true;
        for (long from = query.from(); from <= query.to(); from = Math.floorDiv(from, length) * length + length) {
            long to = Math.min(query.to(), Math.floorDiv(from, length) * length + length - 1);
            WindowQuery part = new WindowQuery(
                    matchers,
                    from,
                    to,
                    Set.of(ValueType.FLOAT, ValueType.INTEGER),
                    query.mostSeries(),
                    query.mostRows());
            TierWindowMeans means = new TierWindowMeans(StorageTier.ending(windows.tier()), windows.length(), from, to);
            isAll &= store.readWindows(part, windows.length(), deadline.left(), means);
            means.passOn(step, sink);
        }
        return isAll;
    }

    @Override
    public void readLast(WindowQuery query, Duration time, LastSink sink) {
        store.readLast(raw(query), time, sink);
    }

    @Override
    public boolean findsLastFast() {
        return store.findsLastFast();
    }

    /** Without tiers, unless the query names a measurement. */
    private WindowQuery raw(WindowQuery query) {
        List<StorageTier> computed = tiers.get();
        if (computed.isEmpty() || isNamed(query.matchers())) {
            return query;
        }
        String measurements = computed.stream().map(StorageTier::ending).collect(Collectors.joining("|", ".*(?:", ")"));
        List<Matcher> matchers = new ArrayList<>(query.matchers());
        matchers.add(new Matcher(PromqlNames.MEASUREMENT, Comparison.MATCHES_NOT, measurements));
        return new WindowQuery(matchers, query.from(), query.to(), query.types(), query.mostSeries(), query.mostRows());
    }

    private static boolean isNamed(List<Matcher> matchers) {
        return matchers.stream()
                .anyMatch(
                        each -> each.label().equals(PromqlNames.MEASUREMENT) && each.comparison() == Comparison.EQUALS);
    }

    /** The matchers of the fields of a tier, from those of raw. */
    private static List<Matcher> matchers(List<Matcher> ofRaw, String ending) {
        List<Matcher> matchers = new ArrayList<>();
        if (!isNamed(ofRaw)) {
            matchers.add(new Matcher(PromqlNames.MEASUREMENT, Comparison.MATCHES, ".*" + ending));
        }
        matchers.add(new Matcher(PromqlNames.FIELD, Comparison.MATCHES, ".*" + RESULTS));
        matchers.addAll(TierMetrics.matchers(ofRaw, ending, RESULTS));
        return matchers;
    }
}
