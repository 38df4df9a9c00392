package io.weir.query.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.naming.PromqlNames;
import io.weir.query.prometheus.PrometheusSeries;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesStore;
import io.weir.writer.testing.ServerProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A real VictoriaMetrics. */
class VictoriaMetricsComparisonTest extends PrometheusApiComparison {
    @Override
    SeriesStore store(String http) {
        return PrometheusSeries.ofVictoriaMetrics(http, Map.of());
    }

    @Override
    boolean hasMarks() {
        return true;
    }

    @Override
    ServerProcess server() {
        return ServerProcess.victoriaMetrics("-retentionPeriod=100y");
    }

    @Override
    void flush(ServerProcess server) {
        server.get("/internal/force_flush");
    }

    /** It rounds numbers to fewer digits than a double has. */
    @Override
    double storable(double value) {
        return Math.round(value * 1e6) / 1e6;
    }

    /** Names that only VictoriaMetrics takes from every sender. Weir's names of them are escaped. */
    @Test
    void conditionsOnNamesAreThoseOfWeirsNames() throws Exception {
        List<String> names = List.of("cpu.total", "cpu_total", "U__cpu", "9lives", "größe", "a b", "cpu");
        long time = BEFORE - 1_000;
        List<Series> own = new ArrayList<>();
        for (String name : names) {
            add(List.of(new Series(named(name), new long[] {time}, new double[] {1})));
            own.add(new Series(named(PromqlNames.metric(name)), new long[] {time}, new double[] {1}));
        }
        SeriesStore memory = new MemorySeries(own);
        List<String> texts = new ArrayList<>(names);
        names.forEach(name -> texts.add(PromqlNames.metric(name)));
        texts.addAll(List.of(".*_2e_total", "[A-Z].*", "U_.*", "(?i)u__.*", "cpu.*", "a.*|cpu", "", ".*", ".+"));
        for (String text : texts) {
            for (Comparison comparison : Comparison.values()) {
                List<Matcher> matchers = List.of(new Matcher(Matcher.METRIC_NAME, comparison, text));
                assertThat(stored().select(matchers, time, time, PLENTY))
                        .as("%s", matchers)
                        .extracting(Series::labels)
                        .containsExactlyInAnyOrderElementsOf(memory.list(matchers, time, time, PLENTY));
            }
        }
    }

    private static Labels named(String name) {
        return Labels.of(Map.of(Matcher.METRIC_NAME, name));
    }

    /** More than the server takes: it reads all hosts, and Weir selects. */
    @Test
    void longConditionsAreCheckedByWeir() {
        List<Matcher> matchers = List.of(
                new Matcher(Matcher.METRIC_NAME, Comparison.EQUALS, "hostile"),
                new Matcher("host", Comparison.MATCHES, "none|".repeat(10_000) + "%41&match\\[\\]=x"),
                new Matcher("host", Comparison.EQUALS_NOT, "größe 😀"));
        assertThat(stored().select(matchers, BEFORE, BEFORE, PLENTY)).hasSize(1);
    }
}
