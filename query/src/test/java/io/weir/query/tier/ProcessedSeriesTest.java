package io.weir.query.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.query.eval.MemorySeries;
import io.weir.query.naming.PromqlNames;
import io.weir.query.promql.Expression.VectorSelector;
import io.weir.query.promql.Promql;
import io.weir.query.series.Allowance;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.Series;
import io.weir.query.series.TierQuery;
import io.weir.query.series.TierWindows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;

class ProcessedSeriesTest {
    private static final TierWindows M5 = new TierWindows("m5", 300_000);
    private static final TierWindows M10 = new TierWindows("m10", 600_000);
    private static final Allowance PLENTY = new Allowance(1_000, 1_000, Duration.ofMinutes(1));

    private final MemoryTables stored = new MemoryTables(List.of(
            series("load", "value", "a"),
            series("load", "value", "b"),
            series("load_m5", "value_mean", "a"),
            series("a_m5", "b_c_mean", "a"),
            series("a_b_m5", "c_mean", "a"),
            series("only_m5", "x_mean", "a"),
            series("x_m5_y_m5", "z_mean", "a")));
    private final ProcessedSeries store = ProcessedSeries.ofTables(stored, List::of);

    /** Series whose measurements and fields matchers may name. */
    private static class MemoryTables extends MemorySeries {
        /** The matchers of all selections. */
        private final List<List<Matcher>> selections = new ArrayList<>();

        MemoryTables(List<Series> all) {
            super(all);
        }

        @Override
        public List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance) {
            selections.add(matchers);
            return super.select(matchers, from, to, allowance).stream()
                    .map(each -> new Series(
                            each.labels().without(List.of(PromqlNames.MEASUREMENT, PromqlNames.FIELD)),
                            each.stamps(),
                            each.values()))
                    .toList();
        }
    }

    /** With the samples 1 and 2 in two windows. */
    private static Series series(String measurement, String field, String host) {
        return new Series(
                Labels.of(Map.of(
                        Matcher.METRIC_NAME,
                        PromqlNames.metric(measurement, field),
                        PromqlNames.MEASUREMENT,
                        measurement,
                        PromqlNames.FIELD,
                        field,
                        "host",
                        host)),
                new long[] {300_000, 600_000},
                new double[] {1, 2});
    }

    private Optional<List<Series>> windows(String selector, long from, long to, Allowance allowance) {
        return store.selectWindows(query(selector, from, to), allowance);
    }

    private static TierQuery query(String selector, long from, long to) {
        return query(selector, M5, from, to);
    }

    private static TierQuery query(String selector, TierWindows windows, long from, long to) {
        List<Matcher> matchers = ((VectorSelector) Promql.parse(selector)).matchers();
        return new TierQuery(matchers, windows, RangeStatistic.MEAN, from, to);
    }

    @Test
    void windowCountsAtItsLastMillisecond() {
        Series found = windows("load", 600_000, 899_999, PLENTY).orElseThrow().get(0);
        assertThat(found.labels()).hasToString("load{host=\"a\"}");
        assertThat(found.stamps()).containsExactly(899_999);
        assertThat(found.values()).containsExactly(2);
        assertThat(windows("load", 599_999, 899_998, PLENTY)
                        .orElseThrow()
                        .get(0)
                        .stamps())
                .containsExactly(599_999);
    }

    /** The value of a series does not depend on the other series and times that a query reads. */
    @Test
    void rawIsReadOnlyIfTheTierNeverHasTheField() {
        assertThat(windows("load{host=\"b\"}", 0, 900_000, PLENTY)).contains(List.of());
        assertThat(windows("{__name__=~\"load\",host=\"b\"}", 0, 900_000, PLENTY))
                .contains(List.of());
        assertThat(windows("{__name__=~\"only_.*\"}", 0, 0, PLENTY)).contains(List.of());
        assertThat(windows("none", 0, 900_000, PLENTY)).isEmpty();
        assertThat(windows("{__name__=~\"none|load_m5.*\"}", 0, 900_000, PLENTY))
                .isEmpty();
    }

    /** A tier of another name, or none yet: raw is gone by the rules. */
    @Test
    void storeWithoutAnyWindowLacksTheTier() {
        MemoryTables raw = new MemoryTables(List.of(series("load", "value", "a"), series("load_m5", "min", "a")));
        for (String selector : List.of("load", "none", "{__name__=~\"lo.*\"}")) {
            assertThat(ProcessedSeries.ofTables(raw, List::of).selectWindows(query(selector, 0, 900_000), PLENTY))
                    .as("another result is there")
                    .isEmpty();
            assertThatThrownBy(() -> ProcessedSeries.ofTables(raw, List::of)
                            .selectWindows(query(selector, M10, 0, 900_000), PLENTY))
                    .isInstanceOf(EvaluationException.class)
                    .extracting(e -> ((EvaluationException) e).reason())
                    .isEqualTo(Reason.NO_TIER);
        }
    }

    /** A query of a metric without a tier would fail in a store with very many other metrics. */
    @Test
    void tierOfMoreMetricsThanCanBeListedIsThere() {
        MemoryTables many = new MemoryTables(List.of(series("a_m5", "x_mean", "a"), series("b_m5", "x_mean", "a"))) {
            @Override
            public SortedSet<String> metrics(List<Matcher> matchers, long from, long to, Allowance allowance) {
                SortedSet<String> names = super.metrics(matchers, from, to, allowance);
                allowance.checkTexts(names.size());
                return names;
            }
        };
        Allowance one = new Allowance(1, 1, Duration.ofMinutes(1));
        assertThat(ProcessedSeries.ofTables(many, List::of).selectWindows(query("none", 0, 900_000), one))
                .isEmpty();
    }

    /** OpenSearch counts all documents of a range to list its measurements. */
    @Test
    void tierIsFoundByTheLastWindowsOfAQuery() {
        List<List<Long>> ranges = new ArrayList<>();
        MemoryTables logged = new MemoryTables(List.of(series("load_m5", "value_mean", "a"))) {
            @Override
            public SortedSet<String> metrics(List<Matcher> matchers, long from, long to, Allowance allowance) {
                ranges.add(List.of(from, to));
                return super.metrics(matchers, from, to, allowance);
            }

            @Override
            public boolean hasFields(List<Matcher> matchers, Allowance allowance) {
                return false;
            }
        };
        assertThat(ProcessedSeries.ofTables(logged, List::of).selectWindows(query("none", 0, 900_000), PLENTY))
                .isEmpty();
        assertThat(ranges).containsExactly(List.of(1L, 600_001L));
        assertThat(ProcessedSeries.ofTables(logged, List::of).selectWindows(query("none", 0, 9_000_000), PLENTY))
                .isEmpty();
        assertThat(ranges).hasSize(3).last().isEqualTo(List.of(0L, Long.MAX_VALUE));
    }

    @Test
    void namesOfTwoFieldsAreRefused() {
        assertThatThrownBy(() -> windows("a_b_c", 0, 900_000, PLENTY))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining(
                        "is both field \"b_c\" of measurement \"a\" and field \"c\" of measurement \"a_b\"; add"
                                + " __measurement__=\"…\" to the selector");
    }

    @Test
    void selectorOfPrometheusCannotNameAMeasurement() {
        for (ProcessedSeries each : List.of(
                ProcessedSeries.ofPrometheus(stored, List::of), ProcessedSeries.ofVictoriaMetrics(stored, List::of))) {
            assertThatThrownBy(() -> each.selectWindows(query("a_b_c", 0, 900_000), PLENTY))
                    .hasMessageContaining("; select the metric of one of them in the tier, such as cpu_m5_usage_mean");
        }
    }

    /** The measurement {@code x_m5_y} has the field {@code z}; {@code x} has no field {@code y_m5_z}. */
    @Test
    void endingInANameIsNotThatOfTheTier() {
        for (String name : List.of("\"x_m5_y_z\"", "~\"x_m5_y_z\"", "~\"x_.*z\"")) {
            assertThat(windows("{__name__=" + name + "}", 0, 900_000, PLENTY))
                    .hasValueSatisfying(found -> assertThat(found)
                            .extracting(each -> each.labels().toString())
                            .containsExactly("x_m5_y_z{host=\"a\"}"));
        }
        assertThat(windows("x_y_m5_z", 0, 900_000, PLENTY)).isEmpty();
    }

    @Test
    void fieldsOfAStoreWithoutMeasurementsAreReadTogether() {
        ProcessedSeries prometheus = ProcessedSeries.ofPrometheus(stored, List::of);
        assertThat(prometheus.selectWindows(query("{__name__=~\"load|only_x|a_b\"}", 0, 900_000), PLENTY))
                .hasValueSatisfying(found -> assertThat(found)
                        .extracting(each -> each.labels().toString())
                        .containsExactly("load{host=\"a\"}", "only_x{host=\"a\"}"));
        assertThat(stored.selections)
                .extracting(matchers -> matchers.get(matchers.size() - 1).toString())
                .contains("__name__=~\"load_m5_value_mean|only_m5_x_mean\"")
                .filteredOn(each -> each.contains("load_m5"))
                .hasSize(1);
    }

    /** One slow store would need the time of a query for each of them. */
    @Test
    void fieldsShareTheTimeOfAQuery() {
        List<Duration> left = new ArrayList<>();
        ProcessedSeries slow = ProcessedSeries.ofTables(
                new MemoryTables(List.of(series("load_m5", "value_mean", "a"))) {
                    @Override
                    public boolean hasFields(List<Matcher> matchers, Allowance allowance) {
                        left.add(allowance.time());
                        long start = System.nanoTime();
                        while (System.nanoTime() == start) {
                            Thread.onSpinWait();
                        }
                        return false;
                    }
                },
                List::of);
        assertThat(slow.selectWindows(query("a_b_c", 0, 900_000), PLENTY)).isEmpty();
        assertThat(left).hasSize(3).doesNotHaveDuplicates().isSortedAccordingTo(Comparator.reverseOrder());
    }

    @Test
    void windowsOfAllFieldsCountAgainstTheAllowance() {
        Allowance[] left = new Allowance[1];
        ProcessedSeries counting = ProcessedSeries.ofTables(
                new MemoryTables(List.of(series("a_m5", "x_mean", "a"), series("b_m5", "x_mean", "a"))) {
                    @Override
                    public List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance) {
                        left[0] = allowance;
                        return super.select(matchers, from, to, allowance);
                    }
                },
                List::of);
        counting.selectWindows(query("{__name__=~\"._x\"}", 0, 900_000), PLENTY);
        assertThat(left[0].samples()).isEqualTo(1_000 - 2 - Allowance.SAMPLES_OF_SERIES);
        assertThat(left[0].mostSamples()).isEqualTo(1_000);
    }
}
