package io.weir.query.eval;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.query.promql.Expression;
import io.weir.query.promql.Promql;
import io.weir.query.promql.PromqlException;
import io.weir.query.promql.ValueType;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares parser and answers with those of the real Prometheus, over the same samples. The seed is fixed: rounding
 * of rare queries differs between the two.
 */
class PrometheusComparisonTest {
    private static final long SEED = Long.getLong("weir.test.seed", 1);
    private static final boolean LONG = Boolean.getBoolean("weir.test.long");
    private static final double TOLERANCE = 1e-9;

    /**
     * Prometheus takes any letter between brackets for the colon of a subquery, no comment after a bracket, and any time
     * after @.
     */
    private static final Pattern OTHERWISE =
            Pattern.compile("\\[\\s*([0-9a-z]+\\s+[a-zA-Z_]|#)|@\\s*[-+]?\\s*[0-9]{15}");

    private static RealPrometheus prometheus;
    private static Evaluator evaluator;

    @BeforeAll
    static void fill() throws Exception {
        System.out.println("seed " + SEED);
        prometheus = new RealPrometheus();
        RandomSamples samples = new RandomSamples(new Random(SEED));
        prometheus.write(samples.all());
        evaluator = new Evaluator(new MemorySeries(samples.all()), Limits.DEFAULT);
    }

    @AfterAll
    static void end() {
        if (prometheus != null) {
            prometheus.close();
        }
    }

    @Test
    void acceptsTheQueriesThatPrometheusAccepts() throws Exception {
        Random random = new Random(SEED + 1);
        RandomQueries queries = new RandomQueries(random);
        Mutations mutations = new Mutations(random);
        int count = LONG ? 30_000 : 1_000;
        int accepted = 0;
        int refused = 0;
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String query = i % 5 == 0 ? queries.next() : mutations.mutate(queries.next());
            String own = parseError(query);
            String others = prometheus.parseError(query);
            if (own.isEmpty() != others.isEmpty() && !OTHERWISE.matcher(query).find()) {
                differences.add(query + "\n    Weir: " + own + "\n    Prometheus: " + others);
            }
            accepted += others.isEmpty() ? 1 : 0;
            refused += others.isEmpty() ? 0 : 1;
        }
        System.out.println("accepted " + accepted + ", refused " + refused + ", different " + differences.size());
        assertThat(differences).isEmpty();
        assertThat(accepted).isGreaterThan(count / 5);
        assertThat(refused).isGreaterThan(count / 5);
    }

    @ParameterizedTest
    @CsvSource({
        "x{1000}, true",
        "x{1001}, false",
        "(x{10}y{100}){10}, true",
        "((x{1000}){1000}){1000}, false",
        "x{1000}(?i){1000}(?i){1000}, false",
        "(x{500}){500}, false",
        "'[)](x{1000}){1000}', false",
        "[[:alpha:](]{3}, true",
        "\\Q((((\\E{3}, true",
        "NESTED 200, true",
        "NESTED 2000, false"
    })
    void acceptsTheRegularExpressionsThatPrometheusAccepts(String regex, boolean isAccepted) throws Exception {
        String text = regex.startsWith("NESTED") ? nested(Integer.parseInt(regex.substring(7))) : regex;
        String query = "{a=~`x" + text + "`}";
        assertThat(prometheus.parseError(query).isEmpty()).isEqualTo(isAccepted);
        assertThat(parseError(query).isEmpty()).isEqualTo(isAccepted);
    }

    private static String nested(int depth) {
        return "(".repeat(depth) + "x" + ")".repeat(depth);
    }

    private static String parseError(String query) {
        try {
            Promql.parse(query);
            return "";
        } catch (PromqlException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void answersAsPrometheus() throws Exception {
        Random random = new Random(SEED + 2);
        RandomQueries queries = new RandomQueries(random);
        int count = LONG ? 5_000 : 200;
        Tally tally = new Tally();
        for (int i = 0; i < count; i++) {
            long time = RandomSamples.START + random.nextInt((int) RandomSamples.LENGTH);
            if (random.nextBoolean()) {
                // The edge of a range then falls on samples.
                time -= (time - RandomSamples.START) % 15_000;
            }
            if (random.nextBoolean()) {
                String query = queries.next();
                long at = time;
                tally.compare(
                        query + " at " + at,
                        prometheus.instant(query, at),
                        () -> evaluator.instant(Promql.parse(query), at));
            } else {
                String query = queries.nextForRange();
                Span span = new Span(time, time + 60_000L * random.nextInt(40), 1_000L * random.nextInt(5, 120));
                tally.compare(
                        query + " over " + span,
                        prometheus.range(query, span),
                        () -> evaluator.range(Promql.parse(query), span.start(), span.end(), span.step()));
            }
        }
        System.out.println(tally);
        assertThat(tally.differences).isEmpty();
        assertThat(tally.filled).isGreaterThan(count / 2);
        assertThat(tally.errors).isLessThan(count / 3);
    }

    @Test
    void answersEdgeCasesAsPrometheus() throws Exception {
        Tally tally = compare(EdgeCases.QUERIES);
        System.out.println("edge cases: " + tally);
        assertThat(tally.differences).isEmpty();
        assertThat(tally.filled).isGreaterThan(EdgeCases.QUERIES.size());
    }

    /** Random queries have some operations and operands rarely. */
    @Test
    void answersEveryOperationAsPrometheus() throws Exception {
        List<String> queries = EveryOperation.queries();
        Tally tally = compare(queries);
        System.out.println(queries.size() + " queries with every operation: " + tally);
        assertThat(tally.differences).isEmpty();
        assertThat(tally.filled).isGreaterThan(queries.size());
    }

    /** At a time, and over a range. */
    private static Tally compare(List<String> queries) throws Exception {
        Tally tally = new Tally();
        Span span = new Span(RandomSamples.START + 1_800_000, RandomSamples.START + 2_400_000, 50_000);
        for (String query : queries) {
            Expression expression = Promql.parse(query);
            tally.compare(
                    query, prometheus.instant(query, span.start()), () -> evaluator.instant(expression, span.start()));
            if (expression.type() == ValueType.SCALAR || expression.type() == ValueType.VECTOR) {
                tally.compare(
                        query + " over " + span,
                        prometheus.range(query, span),
                        () -> evaluator.range(expression, span.start(), span.end(), span.step()));
            }
        }
        return tally;
    }

    /** Bit by bit: quantiles of rates of buckets jump where rates are equal. */
    @Test
    void ratesAreRoundedAsByPrometheus() throws Exception {
        Random random = new Random(SEED + 3);
        int compared = 0;
        for (int i = 0; i < 50; i++) {
            long time = RandomSamples.START + random.nextInt((int) RandomSamples.LENGTH);
            String query = "rate(latency_bucket[" + random.nextInt(30, 900) + "s])";
            Map<String, Double> own = Tally.values(evaluator.instant(Promql.parse(query), time));
            assertThat(own)
                    .as("%s at %s", query, time)
                    .isEqualTo(Tally.values(RealPrometheus.result(prometheus.instant(query, time))));
            compared += own.size();
        }
        assertThat(compared).isGreaterThan(200);
    }

    private interface Evaluation {
        Result get();
    }

    /** Counts what was compared. */
    private static final class Tally {
        private static final int LONGEST = 500;

        private final List<String> differences = new ArrayList<>();
        private int filled;
        private int empty;
        private int errors;

        void compare(String query, JsonNode answer, Evaluation own) {
            Result result;
            try {
                result = own.get();
            } catch (EvaluationException e) {
                errors++;
                if (!answer.path("errorType").asText().equals("execution")) {
                    differences.add(query + "\n    Weir: " + e.getMessage() + "\n    Prometheus: " + answer);
                }
                return;
            }
            if (!answer.path("status").asText().equals("success")) {
                differences.add(query + "\n    Weir: " + cut(values(result)) + "\n    Prometheus: " + answer);
                return;
            }
            Map<String, Double> values = values(result);
            Map<String, Double> others = values(RealPrometheus.result(answer));
            if (values.isEmpty()) {
                empty++;
            } else {
                filled++;
            }
            if (!same(values, others)) {
                differences.add(query + "\n    Weir: " + cut(values) + "\n    Prometheus: " + cut(others));
            }
        }

        private static String cut(Object values) {
            String text = values.toString();
            return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
        }

        private static boolean same(Map<String, Double> values, Map<String, Double> others) {
            return values.keySet().equals(others.keySet())
                    && values.entrySet().stream()
                            .allMatch(each -> near(each.getValue(), others.getOrDefault(each.getKey(), Double.NaN)));
        }

        private static boolean near(double value, double other) {
            if (!Double.isFinite(value) || !Double.isFinite(other)) {
                return Double.compare(value, other) == 0;
            }
            return Math.abs(value - other) <= TOLERANCE * Math.max(1, Math.max(Math.abs(value), Math.abs(other)));
        }

        /** By labels, and the time in a matrix. */
        private static Map<String, Double> values(Result result) {
            Map<String, Double> values = new TreeMap<>();
            if (result instanceof Result.Scalar scalar) {
                values.put("scalar", scalar.value());
            } else if (result instanceof Result.Text text) {
                values.put(text.value(), 0.0);
            } else if (result instanceof Result.Vector vector) {
                vector.samples().forEach(each -> values.put(each.labels().toString(), each.value()));
            } else if (result instanceof Result.Matrix matrix) {
                for (Series each : matrix.series()) {
                    for (int i = 0; i < each.stamps().length; i++) {
                        values.put(each.labels() + " @ " + each.stamps()[i], each.values()[i]);
                    }
                }
            }
            return values;
        }

        @Override
        public String toString() {
            return filled + " answers with values, " + empty + " without, " + errors + " errors, " + differences.size()
                    + " different";
        }
    }
}
