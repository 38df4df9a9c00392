package io.weir.query.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.promql.Expression;
import io.weir.query.promql.PossibleLabels;
import io.weir.query.promql.Promql;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Labels;
import io.weir.query.series.Sample;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The labels that are known without the samples. */
class PossibleLabelsTest {
    /** The evaluator is the oracle: no result has another label. */
    @Test
    void resultsOfRandomQueriesHaveNoOtherLabels() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        Evaluator evaluator = new Evaluator(new MemorySeries(new RandomSamples(random).all()), Limits.DEFAULT);
        RandomQueries queries = new RandomQueries(random);
        int restricted = 0;
        for (int i = 0; i < 3_000; i++) {
            String query = queries.next();
            Expression expression = Promql.parse(query);
            PossibleLabels possible = PossibleLabels.of(expression);
            for (String label : results(evaluator, expression)) {
                assertThat(possible.include(label))
                        .as("seed %d: %s has the label %s, and %s", seed, query, label, possible)
                        .isTrue();
                restricted += possible.isOpen() ? 0 : 1;
            }
        }
        assertThat(restricted).as("seed %d", seed).isGreaterThan(100);
    }

    private static Set<String> results(Evaluator evaluator, Expression expression) {
        Set<String> labels = new TreeSet<>();
        try {
            Result result = evaluator.instant(expression, RandomSamples.START + RandomSamples.LENGTH / 2);
            if (result instanceof Result.Vector vector) {
                vector.samples().stream()
                        .map(Sample::labels)
                        .map(Labels::toMap)
                        .forEach(each -> labels.addAll(each.keySet()));
            }
        } catch (EvaluationException e) {
            // The query has no result, for example because two series match.
        }
        return labels;
    }

    @Test
    void labelsAreThoseThatTheQueryKeeps() {
        assertOnly("sum(load)");
        assertOnly("sum by (host) (load) > 5", "host");
        assertOnly("5 < sum by (host, rack) (load{rack=''})", "host");
        assertOnly("rate(sum by (host, path) (load)[5m:1m])", "host", "path");
        assertOnly("-sum by (host) (load)", "host");
        assertOnly("topk by (rack) (3, sum by (host) (load))", "host");
        assertOnly("count_values by (host) ('value', load)", "host", "value");
        assertOnly("temperature + on(host) load", "host");
        assertOnly("sum by (host) (load) * on(host) group_left(rack) up", "host", "rack");
        assertOnly("up * on(host) group_right(rack) sum by (host, path) (load)", "host", "path", "rack");
        assertOnly("sum by (host) (load) or sum by (rack) (load)", "host", "rack");
        assertOnly("sum by (host) (load) unless up", "host");
        assertOnly("label_replace(sum by (host) (load), 'name', '$1', 'host', '(.*)')", "host", "name");
        assertOnly("histogram_quantile(0.9, sum by (le, host) (latency_bucket))", "host");
        assertOnly("absent(load{host='a', rack=~'b'})", "host");
        assertOnly("vector(1)");
        assertOnly("hour()");
        assertAllBut("load");
        assertAllBut("load{rack='', host='a'}", "rack");
        assertAllBut("rate(load[5m]) / ignoring(path) rate(load[5m])", "path");
        assertAllBut("sum without (host) (load{rack=''})", "host", "rack");
        assertAllBut("load{rack='', host=''} or load{host=''}", "host");
        assertAllBut("label_join(load{rack=''}, 'rack', '-', 'host')");
    }

    private static void assertOnly(String query, String... labels) {
        PossibleLabels possible = PossibleLabels.of(Promql.parse(query));
        assertThat(possible.names()).as(query).isEqualTo(new TreeSet<>(List.of(labels)));
        assertThat(possible.isOpen()).as(query).isFalse();
        assertThat(possible.include("other")).as(query).isFalse();
    }

    private static void assertAllBut(String query, String... labels) {
        PossibleLabels possible = PossibleLabels.of(Promql.parse(query));
        assertThat(possible.names()).as(query).isEqualTo(new TreeSet<>(List.of(labels)));
        assertThat(possible.isOpen()).as(query).isTrue();
        assertThat(possible.include("other")).as(query).isTrue();
    }
}
