package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weir.contract.rule.storage.StorageTier;
import io.weir.query.eval.Evaluator;
import io.weir.query.eval.Limits;
import io.weir.query.eval.Resolution;
import io.weir.query.eval.Result;
import io.weir.query.promql.Promql;
import io.weir.query.series.Allowance;
import io.weir.query.series.Matcher;
import io.weir.query.series.RangeQuery;
import io.weir.query.series.RangeSource;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesRanges;
import io.weir.query.series.TierQuery;
import io.weir.query.tier.RuleTiers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/** Random queries in PromQL, which a store with tiers answers from a tier as from the samples of raw. */
final class TierQueries {
    /** The series of the lines: each has two fields. */
    static final int SERIES = 24;

    private static final List<String> FUNCTIONS =
            List.of("count_over_time", "sum_over_time", "avg_over_time", "min_over_time", "max_over_time");

    private static final List<String> AGGREGATIONS = List.of(
            "%s", "sum by (site) (%s)", "avg without (user) (%s)", "count(%s)", "min by (user) (%s)", "stddev(%s)");

    private static final List<String> SELECTORS = List.of(
            "jobs_running",
            "jobs_running{site=\"s1\"}",
            "jobs_n{user=~\"u[01]\"}",
            "{__measurement__=\"jobs\",__field__=\"n\"}",
            "jobs_running{site!=\"s0\"}",
            "jobs_running{site=\"none\"}");

    private final RangeSource store;
    private final Random random;
    /** Of whatever the store computed of windows. */
    private final List<RangeQuery> computed = new ArrayList<>();

    TierQueries(RangeSource store, Random random) {
        this.store = store;
        this.random = random;
    }

    /** Lines of the measurement that is queried, whose times are in milliseconds. */
    static String lines(Random random, long from, long to) {
        StringBuilder lines = new StringBuilder();
        for (long at = from; at < to; at += 20_000) {
            for (int series = 0; series < SERIES / 2; series++) {
                if (random.nextInt(10) == 0) {
                    continue;
                }
                lines.append("jobs,site=s").append(series % 4);
                lines.append(series < 4 ? "" : ",user=u" + series / 4);
                lines.append(" running=").append(random.nextInt(8_000) / 8.0 - (series == 5 ? 500 : 0));
                lines.append(",n=").append(random.nextInt(1_000)).append("i ");
                // At the edges of windows, too.
                long later = random.nextInt(3) == 0 ? 0 : random.nextInt(20_000);
                lines.append(at + later).append('\n');
            }
        }
        return lines.toString();
    }

    List<RangeQuery> computed() {
        return computed;
    }

    /**
     * Compares a query of a tier with one of samples.
     *
     * @param tiers raw and one tier
     * @param from a multiple of the tier's windows, in milliseconds
     * @param longest milliseconds of the longest windows that may be read instead of samples
     * @param now at which the query is asked
     */
    void compare(List<StorageTier> tiers, long from, long to, long now, long longest) {
        long window = tiers.get(1).window().toMillis();
        long range = window * (1 + random.nextInt(7));
        long step = random.nextInt(3) == 0 ? range : window * (1 + random.nextInt(7));
        long start = from + range + window * random.nextInt(5);
        String call = FUNCTIONS.get(random.nextInt(FUNCTIONS.size())) + "("
                + SELECTORS.get(random.nextInt(SELECTORS.size())) + "[%dms]%s)";
        String query = AGGREGATIONS.get(random.nextInt(AGGREGATIONS.size())).formatted(call);
        // A range of windows ends before the step, and a range of samples contains both of its edges.
        compare(
                query.formatted(range, ""),
                query.formatted(range - 1, " offset 1ms"),
                new RuleTiers(tiers, now, longest),
                new Span(start, to, step));
    }

    /**
     * Compares an integral over a tier with the sum of the means of its windows, each of which is computed from samples.
     *
     * @param tiers raw and one tier
     * @param from a multiple of the tier's windows, in milliseconds
     * @param now at which the query is asked, long enough after raw is gone
     */
    void compareIntegral(List<StorageTier> tiers, long from, long to, long now) {
        long window = tiers.get(1).window().toMillis();
        long range = window * (1 + random.nextInt(7));
        long step = window * (1 + random.nextInt(7));
        long start = from + range + window * random.nextInt(5);
        String selector = SELECTORS.get(random.nextInt(SELECTORS.size()));
        String aggregation = AGGREGATIONS.get(random.nextInt(AGGREGATIONS.size()));
        String integral = "integral_over_time(" + selector + "[" + range + "ms])";
        String means = "avg_over_time(" + selector + "[" + (window - 1) + "ms] offset 1ms)";
        String sum = "sum_over_time(" + means + "[" + (range - 1) + "ms:" + window + "ms]) * " + window / 1e3;
        compare(
                aggregation.formatted(integral),
                aggregation.formatted(sum),
                new RuleTiers(tiers, now, 0),
                new Span(start, to, step));
    }

    /** The steps of a query, in milliseconds. */
    private record Span(long start, long to, long step) {}

    private void compare(String ofTier, String ofSamples, Resolution resolution, Span span) {
        Map<String, Double> found = values(new Evaluator(new Counted(), Limits.DEFAULT)
                .range(Promql.parse(ofTier), span.start(), span.to(), span.step(), resolution));
        Map<String, Double> expected = values(new Evaluator(
                        (matchers, first, last, allowance) -> store.select(matchers, first, last, allowance),
                        Limits.DEFAULT)
                .range(Promql.parse(ofSamples), span.start(), span.to(), span.step()));

        String asked = ofTier + " " + span;
        assertClose(asked, found, expected);
        assertThat(resolution.warnings()).as(asked).isNotEmpty();
    }

    private static void assertClose(String asked, Map<String, Double> found, Map<String, Double> expected) {
        assertThat(found.keySet()).as(asked).isEqualTo(expected.keySet());
        expected.forEach((key, value) -> assertThat(found.get(key))
                .as(asked + " " + key)
                .isCloseTo(value, within(1e-9 * Math.max(1, Math.abs(value)))));
    }

    /**
     * Compares the results that the store computes from windows with those of Weir. The ranges need not begin or end at
     * a window.
     *
     * @param from earliest start, in milliseconds
     * @param now at which the query is asked
     */
    void compareComputed(List<StorageTier> tiers, long from, long to, long now) {
        // A range may begin at the last millisecond of a window, which is the time that the window counts at.
        long unit = random.nextBoolean() ? 60_000 : 1;
        long range = 60_000 + random.nextLong(3_600_000) / unit * unit;
        long step = 60_000 + random.nextLong(3_600_000) / unit * unit;
        long start = from + random.nextLong(3_600_000) / unit * unit - (unit > 1 ? 1 : 0);
        String query = AGGREGATIONS
                .get(random.nextInt(AGGREGATIONS.size()))
                .formatted(FUNCTIONS.get(random.nextInt(FUNCTIONS.size())) + "("
                        + SELECTORS.get(random.nextInt(SELECTORS.size())) + "[" + range + "ms])");
        long longest = random.nextInt(3) * 600_000L;
        Map<String, Double> computed = values(new Evaluator(store, Limits.DEFAULT)
                .range(Promql.parse(query), start, to, step, new RuleTiers(tiers, now, longest)));
        Map<String, Double> read = values(new Evaluator(new OnlyWindows(), Limits.DEFAULT)
                .range(Promql.parse(query), start, to, step, new RuleTiers(tiers, now, longest)));

        String asked = query + " from " + start + " every " + step;
        assertClose(asked, computed, read);
    }

    /** The values, by labels and time. */
    static Map<String, Double> values(Result.Matrix matrix) {
        Map<String, Double> values = new TreeMap<>();
        for (Series each : matrix.series()) {
            for (int i = 0; i < each.stamps().length; i++) {
                values.put(each.labels() + " " + each.stamps()[i], each.values()[i]);
            }
        }
        return values;
    }

    /** The store, which computes nothing of windows. */
    private class OnlyWindows implements RangeSource {
        @Override
        public boolean hasTiers() {
            return true;
        }

        @Override
        public List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance) {
            return store.select(matchers, from, to, allowance);
        }

        @Override
        public Optional<List<SeriesRanges>> selectRanges(RangeQuery query, Allowance allowance) {
            return query.windows().isPresent() ? Optional.empty() : store.selectRanges(query, allowance);
        }

        @Override
        public Optional<List<Series>> selectWindows(TierQuery query, Allowance allowance) {
            return store.selectWindows(query, allowance);
        }
    }

    /** The store, which cannot be asked for samples. */
    private final class Counted extends OnlyWindows {
        @Override
        public List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance) {
            // If a tier has nothing, raw has nothing either.
            List<Series> found = store.select(matchers, from, to, allowance);
            assertThat(found).as("samples of " + matchers).isEmpty();
            return found;
        }

        @Override
        public Optional<List<SeriesRanges>> selectRanges(RangeQuery query, Allowance allowance) {
            Optional<List<SeriesRanges>> found = store.selectRanges(query, allowance);
            found.filter(ranges -> query.windows().isPresent()).ifPresent(ranges -> computed.add(query));
            return found;
        }
    }
}
