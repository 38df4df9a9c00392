package io.weir.query.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weir.query.promql.Promql;
import io.weir.query.series.Allowance;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Sample;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesBuilder;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Results that are known without Prometheus, and the limits. */
class EvaluatorTest {
    private static final long MINUTE = 60_000;

    private final List<String> asked = new ArrayList<>();

    /** The counter {@code x} grows by 10 every 15 s for 5 minutes, then ends with a mark. */
    private List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance) {
        asked.add(from + "-" + to);
        SeriesBuilder builder = new SeriesBuilder(Labels.of(Map.of(Matcher.METRIC_NAME, "x", "host", "a")));
        for (int i = 0; i <= 20; i++) {
            builder.add(i * 15_000L, i * 10);
        }
        builder.add(20 * 15_000 + 1, Series.STALE_MARKER);
        Series series = builder.build();
        return matchers.stream().allMatch(each -> each.matches(series.labels().get(each.label())))
                ? List.of(series)
                : List.of();
    }

    private List<Sample> at(String query, long time) {
        Evaluator evaluator = new Evaluator(this::select, Limits.DEFAULT);
        return ((Result.Vector) evaluator.instant(Promql.parse(query), time)).samples();
    }

    private double value(String query, long time) {
        return at(query, time).get(0).value();
    }

    @Test
    void aRateIsThatOfTheWholeRange() {
        assertThat(value("rate(x[1m])", 4 * MINUTE)).isCloseTo(40 / 60.0, within(1e-12));
        assertThat(value("rate(x[1m])", 4 * MINUTE + 7_000)).isCloseTo(40 / 60.0, within(1e-12));
        assertThat(value("increase(x[1m])", 4 * MINUTE + 7_000)).isCloseTo(40, within(1e-12));
        assertThat(at("rate(x[1m])", 10 * MINUTE)).isEmpty();
    }

    /** The line through the samples of an earlier range goes on from the time of the evaluation. */
    @Test
    void aPredictionBeginsAtTheEvaluation() {
        assertThat(value("predict_linear(x[1m] offset 1m, 60)", 5 * MINUTE)).isCloseTo(240, within(1e-9));
    }

    @Test
    void aSeriesEndsAtItsMark() {
        assertThat(value("x", 5 * MINUTE)).isEqualTo(200);
        assertThat(at("x", 5 * MINUTE + 1)).isEmpty();
        assertThat(value("count_over_time(x[5m])", 5 * MINUTE + 1)).isEqualTo(20);
    }

    @Test
    void aSampleIsCurrentForTheLookback() {
        SeriesBuilder builder = new SeriesBuilder(Labels.NONE);
        builder.add(0, 1);
        Evaluator evaluator =
                new Evaluator((matchers, from, to, allowance) -> List.of(builder.build()), Limits.DEFAULT);
        assertThat(evaluator.range(Promql.parse("x"), 0, 6 * MINUTE, MINUTE).series())
                .singleElement()
                .satisfies(series -> assertThat(series.stamps()).endsWith(5 * MINUTE));
    }

    @Test
    void theSourceIsAskedForWhatIsNeeded() {
        Evaluator evaluator = new Evaluator(this::select, Limits.DEFAULT);
        evaluator.range(Promql.parse("rate(x[2m] offset 1m) + x"), 10 * MINUTE, 20 * MINUTE, MINUTE);
        evaluator.range(Promql.parse("max_over_time(rate(x[1m])[10m:1m]) + x @ start()"), 90_500, 91_500, 1_000);
        assertThat(asked)
                .containsExactly(
                        7 * MINUTE + "-" + 19 * MINUTE,
                        5 * MINUTE + "-" + 20 * MINUTE,
                        -9 * MINUTE + "-91500",
                        -209_500 + "-90500");
    }

    @Test
    void aQueryBeyondALimitEndsWithAnError() {
        Limits few = new Limits(5 * MINUTE, MINUTE, 70, 10, Duration.ofMinutes(1));
        Evaluator evaluator = new Evaluator(this::select, few);
        assertThat(evaluator.instant(Promql.parse("x"), MINUTE)).isNotNull();
        assertThatThrownBy(() -> evaluator.instant(Promql.parse("x + x"), MINUTE))
                .hasMessage("the query needs more than 70 samples in memory; select fewer series, or a shorter range");
        assertThatThrownBy(() -> evaluator.range(Promql.parse("1"), 0, 10, 1))
                .hasMessage("the range has 11 steps; the most are 10. Use a larger step or a shorter range");
        assertThatThrownBy(() -> evaluator.range(Promql.parse("x[5m]"), 0, 9, 1))
                .hasMessage("a query over a range needs a scalar or an instant vector, not a range vector");
        assertThatThrownBy(() -> evaluator.instant(Promql.parse("vector(1)[1m:10ms]"), MINUTE))
                .hasMessageStartingWith("the query needs more than 70 samples");
        Evaluator hasty = new Evaluator(this::select, new Limits(1, 1, 1000, 1000, Duration.ZERO));
        assertThatThrownBy(() -> hasty.range(Promql.parse("x"), 0, 9, 1))
                .hasMessageStartingWith("the query took longer than its time limit");
    }

    /** Otherwise, many short series would take much more memory than their samples. */
    @Test
    void aSeriesCountsAsManySamples() {
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            SeriesBuilder builder = new SeriesBuilder(Labels.of(Map.of("host", "h" + i)));
            builder.add(0, 1);
            series.add(builder.build());
        }
        for (int most : List.of(329, 330)) {
            Limits limits = new Limits(MINUTE, MINUTE, most, 1, Duration.ofMinutes(1));
            Evaluator evaluator = new Evaluator((matchers, from, to, allowance) -> series, limits);
            if (most < 330) {
                assertThatThrownBy(() -> evaluator.instant(Promql.parse("x"), 0))
                        .hasMessageStartingWith("the query needs more than 329 samples");
            } else {
                assertThat(evaluator.instant(Promql.parse("x"), 0)).isNotNull();
            }
        }
    }

    /** The series are read once by the planner, then by the selectors of a step. */
    @Test
    void limitsAreCheckedWithinAStep() {
        AtomicInteger read = new AtomicInteger();
        List<Series> series = new AbstractList<>() {
            @Override
            public Series get(int index) {
                if (read.incrementAndGet() == 150) {
                    Thread.currentThread().interrupt();
                }
                return new Series(Labels.NONE, new long[] {0}, new double[] {1});
            }

            @Override
            public int size() {
                return 1;
            }
        };
        Evaluator evaluator = new Evaluator((matchers, from, to, allowance) -> series, Limits.DEFAULT);
        try {
            assertThatThrownBy(() -> evaluator.instant(Promql.parse("-x" + " + -x".repeat(99)), 0))
                    .hasMessage("the query was cancelled");
        } finally {
            Thread.interrupted();
        }
        assertThat(read.get()).isBetween(150, 151);
    }

    @Test
    void aQueryOfAnInterruptedThreadEnds() {
        Evaluator evaluator = new Evaluator(this::select, Limits.DEFAULT);
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> evaluator.range(Promql.parse("x"), 0, 9, 1))
                    .hasMessage("the query was cancelled");
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void errorsNameTheSeriesThatCollide() {
        assertThatThrownBy(() -> at("x / on() (x or label_replace(x, 'host', 'b', '', ''))", MINUTE))
                .hasMessage("on the right side of /, x{host=\"a\"} and x{host=\"b\"} both match the labels {};"
                        + " labels must match one series there");
        assertThatThrownBy(() -> at("(x or label_replace(x, 'host', 'b', '', '')) / on() x", MINUTE))
                .hasMessage("several series on the left side of / match the labels {};"
                        + " write group_left or group_right");
        assertThatThrownBy(() -> at("abs(x or on(__name__) label_replace(x, '__name__', 'y', '', ''))", MINUTE))
                .hasMessage("two series of the result have the same labels: {host=\"a\"}");
        assertThatThrownBy(() -> at("-(x or on(__name__) label_replace(x, '__name__', 'y', '', ''))", MINUTE))
                .hasMessage("the results of x{host=\"a\"} and y{host=\"a\"} have the same labels: {host=\"a\"}");
        assertThatThrownBy(() -> at("label_join(x, 'a b', '', 'host')", MINUTE))
                .hasMessage("label_join: \"a b\" is no name of a label; it begins with a letter or _, and further has"
                        + " digits");
    }
}
