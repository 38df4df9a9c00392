package io.weir.late;

import io.weir.query.eval.Evaluator;
import io.weir.query.eval.Limits;
import io.weir.query.eval.Resolution;
import io.weir.query.eval.Result;
import io.weir.query.naming.PromqlNames;
import io.weir.query.series.Allowance;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Matcher;
import io.weir.query.series.RangeQuery;
import io.weir.query.series.RangeSource;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesRanges;
import io.weir.query.series.TierQuery;
import io.weir.query.series.TierWindows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How far back a late rule reads.
 *
 * @param age of the oldest value, in milliseconds before the round; {@link Long#MAX_VALUE} if the query names a time
 * @param longestWindow the length of the longest windows of a tier that can be read instead of raw, in milliseconds; zero
 *     if only raw is read
 */
public record LookBack(long age, long longestWindow) {
    /** The year 2100, later than the times that queries name. */
    private static final long ROUND = 4_102_444_800_000L;

    private static final TierWindows ANY_TIER = new TierWindows("any", 1_000);

    /**
     * Of all ranges of the rule, the furthest for each length of windows. Throws {@link EvaluationException} if there is
     * no answer even without any series.
     */
    public static List<LookBack> of(LateRule rule, Limits limits) {
        Map<Long, Long> now = ages(rule, limits, ROUND);
        Map<Long, Long> later = ages(rule, limits, ROUND + LateRule.LATER);
        List<LookBack> all = new ArrayList<>();
        now.forEach((window, age) -> {
            long laterAge = later.getOrDefault(window, age);
            boolean namesTime = Math.abs(laterAge - age) > LateRule.LATER / 2;
            // The steps of a subquery are multiples of its step, so its beginning depends on the time.
            all.add(new LookBack(namesTime ? Long.MAX_VALUE : Math.max(age, laterAge), window));
        });
        return all;
    }

    private static Map<Long, Long> ages(LateRule rule, Limits limits, long time) {
        Ages ages = new Ages(time + rule.delay());
        Result unused = new Evaluator(new NoSeries(), limits).instant(rule.query(), time, ages);
        return ages.byWindow;
    }

    /** A store without series that has all tiers. */
    private static final class NoSeries implements RangeSource {
        @Override
        public boolean hasTiers() {
            return true;
        }

        @Override
        public List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance) {
            return List.of();
        }

        @Override
        public Optional<List<SeriesRanges>> selectRanges(RangeQuery query, Allowance allowance) {
            return Optional.empty();
        }

        @Override
        public Optional<List<Series>> selectWindows(TierQuery query, Allowance allowance) {
            return Optional.of(List.of());
        }
    }

    /** Records what a query reads; chooses a tier where it can, so that the others are those that only read raw. */
    private static final class Ages implements Resolution {
        private final long round;
        private final Map<Long, Long> byWindow = new TreeMap<>();

        Ages(long round) {
            this.round = round;
        }

        @Override
        public boolean hasChoice(List<Matcher> matchers) {
            return matchers.stream().noneMatch(each -> each.label().equals(PromqlNames.TIER));
        }

        @Override
        public Optional<TierWindows> of(long from, long to, long longest) {
            byWindow.merge(longest, round - from, Math::max);
            return Optional.of(ANY_TIER);
        }

        @Override
        public void readRaw(long from) {
            byWindow.merge(0L, round - from, Math::max);
        }

        @Override
        public void read(TierWindows windows) {
            // It was recorded when it was chosen.
        }

        @Override
        public void miss(TierWindows windows) {
            // The store has all tiers.
        }

        @Override
        public Optional<String> missing() {
            return Optional.empty();
        }

        @Override
        public List<String> warnings() {
            return List.of();
        }
    }
}
