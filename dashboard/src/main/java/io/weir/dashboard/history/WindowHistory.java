package io.weir.dashboard.history;

import io.weir.contract.rule.match.TextPattern;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.contract.rule.storage.TierChoice;
import io.weir.query.naming.PromqlNames;
import io.weir.query.series.Deadline;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.TierWindows;
import io.weir.query.series.ValueType;
import io.weir.query.series.WindowQuery;
import io.weir.query.series.WindowStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * History from the windows and last values that a store computes: from the tier that covers the range with enough points.
 * Tiers have numbers only, so texts and flags always come from raw. Last values are those of the last day, or if the store
 * does not find them fast, those of the range and of the last hour, and of measurements without values there, those of
 * the last day.
 */
final class WindowHistory implements HistoryStore {
    private static final Logger LOG = LoggerFactory.getLogger(WindowHistory.class);
    private static final Duration WITHIN = Duration.ofSeconds(10);

    /** The end of that time, for last values: a table shows them even if its means need too long. */
    private static final Duration FOR_LAST = Duration.ofSeconds(2);

    /** Limit of moments of a measurement; if it is reached, the earliest points are missing. */
    private static final int MOST_ROWS = 500_000;

    /** How long before the end of a range a store that reads every row searches for last values first. */
    private static final long FIRST_SEARCH_MILLIS = Duration.ofHours(1).toMillis();

    private static final Set<ValueType> NUMBERS = Set.of(ValueType.FLOAT, ValueType.INTEGER);
    private static final Set<ValueType> NOT_IN_TIERS = Set.of(ValueType.TEXT, ValueType.BOOLEAN);

    private final WindowStore store;
    private final Supplier<HistoryTiers> tiers;

    /** @param tiers returns the tiers that the store may have */
    WindowHistory(WindowStore store, Supplier<HistoryTiers> tiers) {
        this.store = store;
        this.tiers = tiers;
    }

    @Override
    public History read(Range range) throws IOException, InterruptedException {
        try {
            return read(range, new Deadline(WITHIN));
        } catch (EvaluationException e) {
            if (e.reason() == Reason.CANCELLED) {
                throw new InterruptedException(e.getMessage());
            }
            throw new IOException(e.getMessage(), e);
        }
    }

    private History read(Range range, Deadline deadline) {
        HistoryPoints points = new HistoryPoints(range);
        HistoryTiers known = tiers.get();
        Optional<StorageTier> tier =
                tier(range, known.tiers()).filter(each -> readTier(range, each, known.delay(), points, deadline));
        if (tier.isPresent()) {
            ifPossible(points, () -> readRaw(range, NOT_IN_TIERS, points, deadline));
        } else {
            readRaw(range, WindowQuery.ALL_TYPES, points, deadline);
        }
        if (range.withLast()) {
            ifPossible(points, () -> readLast(range, points, deadline));
        }
        return points.history(
                tier.map(StorageTier::name).orElse(StorageTier.RAW),
                tier.map(each -> step(range, each)).orElse(range.stepMillis()));
    }

    private static Optional<StorageTier> tier(Range range, List<StorageTier> all) {
        return all.isEmpty()
                ? Optional.empty()
                : Optional.of(TierChoice.of(
                                all, range.fromMillis(), range.toMillis(), range.nowMillis(), range.points()))
                        .filter(tier -> !tier.isRaw());
    }

    private static long step(Range range, StorageTier tier) {
        return Math.max(range.stepMillis(), tier.window().toMillis());
    }

    /**
     * Reads the tier, and then raw from the first window on that the tier may lack.
     *
     * @return false if the tier is not applied to the store, or was applied only recently
     */
    private boolean readTier(Range range, StorageTier tier, Duration delay, HistoryPoints points, Deadline deadline) {
        TierWindows windows = new TierWindows(tier.name(), tier.window().toMillis());
        long step = step(range, tier);
        long end = delay.isZero() ? range.toMillis() : end(range, tier.window().plus(delay), step);
        if (end <= range.fromMillis()) {
            return false;
        }
        try {
            readWindows(
                    range.between(range.fromMillis(), end),
                    Optional.of(windows),
                    WindowQuery.ALL_TYPES,
                    step,
                    points,
                    deadline);
        } catch (EvaluationException e) {
            if (e.reason() == Reason.CANCELLED || e.reason() == Reason.TIMEOUT) {
                throw e;
            }
            LOG.debug("the tier {} cannot be read", tier.name(), e);
        }
        boolean isFound = !points.isEmpty();
        if (isFound && end < range.toMillis()) {
            ifPossible(
                    points,
                    () -> readWindows(
                            range.between(end, range.toMillis()), Optional.empty(), NUMBERS, step, points, deadline));
        }
        return isFound;
    }

    /** The end of the windows that a tier has after such a time. */
    private static long end(Range range, Duration time, long step) {
        long end = Math.floorDiv(range.nowMillis() - time.toMillis(), step) * step;
        return Math.min(range.toMillis(), end);
    }

    private void readRaw(Range range, Set<ValueType> types, HistoryPoints points, Deadline deadline) {
        readWindows(range, Optional.empty(), types, range.stepMillis(), points, deadline);
    }

    private void readWindows(
            Range range,
            Optional<TierWindows> tier,
            Set<ValueType> types,
            long step,
            HistoryPoints points,
            Deadline deadline) {
        // The first window is whole, so that it is the same in each range, and a store need not compute it alone.
        long from = Math.floorDiv(range.fromMillis(), step) * step;
        WindowQuery query =
                new WindowQuery(matchers(range), from, range.toMillis() - 1, types, range.most(), MOST_ROWS, tier);
        Duration reserved = range.withLast() ? FOR_LAST : Duration.ZERO;
        try {
            if (!store.readWindows(query, step, deadline.left().minus(reserved), points.windows())) {
                points.cap();
            }
        } catch (EvaluationException e) {
            if (e.reason() != Reason.TIMEOUT || points.isEmpty()) {
                throw e;
            }
            points.cap();
        }
    }

    private void readLast(Range range, HistoryPoints points, Deadline deadline) {
        long day = Math.max(0, range.toMillis() - LAST_WITHIN.toMillis());
        List<Matcher> matchers = matchers(range);
        if (points.isFull()) {
            matchers.add(new Matcher(PromqlNames.MEASUREMENT, Comparison.MATCHES, oneOf(points.measurements())));
        }
        if (store.findsLastFast()) {
            readLast(matchers, Math.min(range.fromMillis(), day), range.toMillis(), points, deadline);
            return;
        }
        long hour = Math.max(0, range.toMillis() - FIRST_SEARCH_MILLIS);
        long begin = Math.min(range.fromMillis(), hour);
        readLast(matchers, hour, range.toMillis(), points, deadline);
        readLast(matchers, begin, hour, points, deadline);
        points.measurementsOfLast()
                .forEach(found -> matchers.add(new Matcher(PromqlNames.MEASUREMENT, Comparison.EQUALS_NOT, found)));
        readLast(matchers, day, begin, points, deadline);
    }

    private void readLast(List<Matcher> matchers, long from, long to, HistoryPoints points, Deadline deadline) {
        if (from < to) {
            WindowQuery query =
                    new WindowQuery(matchers, from, to - 1, WindowQuery.ALL_TYPES, points.most(), MOST_ROWS);
            store.readLast(query, deadline.left(), points::last);
        }
    }

    /** Reads what is worth less than the rest of the answer. */
    private static void ifPossible(HistoryPoints points, Runnable reading) {
        try {
            reading.run();
        } catch (EvaluationException e) {
            if (e.reason() == Reason.CANCELLED) {
                throw e;
            }
            LOG.debug("a part of the history is missing", e);
            points.cap();
        }
    }

    private static String oneOf(Set<String> texts) {
        return texts.stream().map(Pattern::quote).collect(Collectors.joining("|"));
    }

    private static List<Matcher> matchers(Range range) {
        List<Matcher> matchers = new ArrayList<>();
        matchers.add(matcher(PromqlNames.MEASUREMENT, range.selector().series().measurement()));
        matchers.add(matcher(PromqlNames.FIELD, range.selector().field()));
        range.selector()
                .series()
                .tags()
                .forEach((tag, pattern) -> matchers.add(matcher(PromqlNames.label(tag), pattern)));
        return matchers;
    }

    private static Matcher matcher(String label, TextPattern pattern) {
        return pattern.isLiteral()
                ? new Matcher(
                        label, Comparison.EQUALS, pattern.texts().orElseThrow().get(0))
                : new Matcher(label, Comparison.MATCHES, pattern.regex());
    }
}
