package io.weir.query.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.query.eval.ComputedRanges;
import io.weir.query.eval.Evaluator;
import io.weir.query.eval.Limits;
import io.weir.query.eval.Result;
import io.weir.query.eval.SeriesTexts;
import io.weir.query.promql.Promql;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.RangeSource;
import io.weir.query.series.Sample;
import io.weir.query.series.SeriesSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Groups that a real store might compute in another way than Weir; {@code StoreComparison} has random ones. */
@TestInstance(Lifecycle.PER_CLASS)
public abstract class StoreGroups {
    /** In nanoseconds. */
    protected static final long TIME = 1_700_000_000_000_000_000L;

    private static final long SECOND = 1_000_000_000;

    /** The tags of each table. */
    protected static final Map<String, List<String>> TABLES = new TreeMap<>(Map.of(
            "tenths", List.of("host"),
            "huge", List.of("host"),
            "whole", List.of("host"),
            "sparse", List.of("host", "rack", "site"),
            "a_b", List.of("host"),
            "a", List.of("host"),
            "untagged", List.of(),
            "lower", List.of("count", "host"),
            "signs", List.of("host"),
            "upper", List.of("COUNT", "host")));

    private static final List<String> FUNCTIONS = List.of("count", "sum", "avg", "min", "max");

    /** In statements that read the catalogue of a store. */
    private static final List<String> CATALOGUES = List.of("tables()", "table_columns(", "system.", "parquet_schema(");

    private @Nullable RangeSource store;

    /** Starts a store with the {@link #TABLES}, whose fields of floats are v, w, x, c, and b_c, and whose integers are n. */
    protected abstract void start(Path directory, String lines) throws Exception;

    /** The address of the store. */
    protected abstract String http();

    /** The store at an address. */
    protected abstract RangeSource store(String http);

    protected abstract void end();

    @BeforeAll
    void fill(@TempDir Path directory) throws Exception {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 13; i++) {
            add(lines, "tenths,host=a v=0.1", i);
            add(lines, "whole,host=a n=9000000000000000000i", i);
            add(lines, "whole,host=b n=-9000000000000000001i", i);
        }
        for (int i = 0; i < 3; i++) {
            add(lines, "tenths,host=b v=0.1", 3 * i);
        }
        add(lines, "tenths,host=c v=0.1", 5);
        add(lines, "huge,host=a v=1.7e308,w=1e308", 0);
        add(lines, "huge,host=a v=1.7e308,w=1e308", 1);
        add(lines, "huge,host=b v=1,w=1e308", 0);
        add(lines, "huge,host=c w=-1e308", 0);
        for (int i = 0; i < 2; i++) {
            add(lines, "huge,host=d x=1.7e308", i);
            add(lines, "huge,host=e x=-1.7e308", i);
        }
        add(lines, "sparse,host=a v=1", 0);
        add(lines, "sparse,host=a,rack=r v=2", 0);
        add(lines, "sparse,host=b,site=s v=4", 0);
        add(lines, "sparse v=8", 0);
        add(lines, "sparse,host=b w=16", 0);
        add(lines, "untagged v=1", 0);
        // A later row of the same time would replace the first one.
        add(lines, "signs,host=a v=0.1,w=1e17,x=1e17,c=3", 0);
        add(lines, "signs,host=a v=0.1,w=1", 1);
        add(lines, "signs,host=a v=0.1,w=-1e17", 2);
        for (int i = 3; i < 10; i++) {
            add(lines, "signs,host=a v=0.1", i);
        }
        add(lines, "signs,host=b v=-1,x=1,c=-1", 0);
        add(lines, "signs,host=c x=-1e17", 0);
        for (int i = 0; i < 6; i++) {
            add(lines, "lower,count=c%d,host=a v=%d".formatted(i % 2, 1 + i), 60 * i);
            add(lines, "upper,COUNT=c%d,host=a v=%d".formatted(i % 2, 1 + i), 60 * i);
        }
        add(lines, "a_b,host=a c=1", 0);
        add(lines, "a,host=b b_c=2", 0);
        start(directory, lines.toString());
        store = store(http());
    }

    private static void add(StringBuilder lines, String line, int second) {
        lines.append(line).append(' ').append(TIME + second * SECOND).append('\n');
    }

    @AfterAll
    void stop() {
        end();
    }

    /** The answer at the end of a minute. */
    private static Map<String, Double> answer(SeriesSource source, String query) {
        Result.Vector vector = (Result.Vector)
                new Evaluator(source, Limits.DEFAULT).instant(Promql.parse(query), TIME / NanoTimes.PER_MILLI + 59_000);
        Map<String, Double> values = new TreeMap<>();
        for (Sample each : vector.samples()) {
            values.put(each.labels().toString(), each.value());
        }
        return values;
    }

    /** The answer, which is that of Weir, too. */
    protected final Map<String, Double> computed(String query) {
        ComputedRanges computed = new ComputedRanges(Objects.requireNonNull(store));
        Map<String, Double> answer = answer(computed, query);
        assertThat(computed.queries()).as(query).singleElement().satisfies(each -> assertThat(each.groups())
                .isPresent());
        return answer;
    }

    /** The same, if the store does not compute the groups. */
    protected final Map<String, Double> evaluated(String query) {
        ComputedRanges computed = new ComputedRanges(Objects.requireNonNull(store));
        Map<String, Double> answer = answer(computed, query);
        assertThat(computed.queries()).as(query).allSatisfy(each -> assertThat(each.groups())
                .isEmpty());
        return answer;
    }

    /** The answer for some ranges, the first of which ends with the first sample. */
    private static Map<String, String> answer(SeriesSource source, String query, int ranges, long step) {
        long start = TIME / NanoTimes.PER_MILLI;
        Result.Matrix matrix = new Evaluator(source, Limits.DEFAULT)
                .range(Promql.parse(query), start, start + (ranges - 1) * step, step);
        return SeriesTexts.of(matrix.series());
    }

    /** The store as a source that computes nothing. */
    private SeriesSource samplesOnly() {
        RangeSource source = Objects.requireNonNull(store);
        return (matchers, from, to, allowance) -> source.select(matchers, from, to, allowance);
    }

    /** The same as of Weir, which selects the samples, if the store computes the groups. */
    private void assertComputed(String query, int ranges, long step) {
        ComputedRanges computed = new ComputedRanges(Objects.requireNonNull(store));
        SeriesSource samples = samplesOnly();
        assertThat(answer(computed, query, ranges, step))
                .as("%s every %d ms", query, step)
                .isNotEmpty()
                .isEqualTo(answer(samples, query, ranges, step));
        assertThat(computed.queries()).as(query).singleElement().satisfies(each -> assertThat(each.groups())
                .isPresent());
    }

    /** In a subquery, QuestDB reads a selected {@code *} as names without quotes, and {@code count} as a function. */
    @Test
    void labelMayHaveTheNameOfAFunction() {
        for (String function : FUNCTIONS) {
            for (String aggregation : FUNCTIONS) {
                for (long step : List.of(120_000L, 240_000L)) {
                    String of = " (" + function + "_over_time(%s_v[1m]))";
                    assertComputed(aggregation + " by (count)" + of.formatted("lower"), 4, step);
                    assertComputed(aggregation + " by (COUNT)" + of.formatted("upper"), 4, step);
                }
            }
        }
    }

    /** 0.1 + … + 0.1 is rounded, over time and over series. */
    @Test
    void meanOfEqualNumbersIsTheNumber() {
        for (String query : List.of(
                "avg(avg_over_time(tenths_v[1m]))",
                "max(avg_over_time(tenths_v[1m]))",
                "min(avg_over_time(tenths_v[1m]))",
                "avg(min_over_time(tenths_v[1m]))")) {
            assertThat(computed(query)).as(query).isEqualTo(Map.of("{}", 0.1));
        }
        assertThat(computed("count(avg_over_time(tenths_v[1m]))")).isEqualTo(Map.of("{}", 3.0));
        assertThat(computed("sum(count_over_time(tenths_v[1m]))")).isEqualTo(Map.of("{}", 17.0));
    }

    @Test
    void sumsOfWholeNumbersDoNotOverflow() {
        assertThat(computed("max(sum_over_time(whole_n[1m]))")).isEqualTo(Map.of("{}", 13 * 9e18));
        assertThat(computed("sum(max_over_time(whole_n{host=\"a\"}[1m]))")).isEqualTo(Map.of("{}", 9e18));
        assertThat(computed("min(avg_over_time(whole_n[1m]))")).isEqualTo(Map.of("{}", -9e18));
    }

    @Test
    void numbersThatAreTooLargeAreLeftToWeir() {
        assertThat(evaluated("sum(sum_over_time(huge_v[1m]))")).isEqualTo(Map.of("{}", Double.POSITIVE_INFINITY));
        assertThat(evaluated("min(sum_over_time(huge_v[1m]))")).isEqualTo(Map.of("{}", 1.0));
        assertThat(evaluated("max(avg_over_time(huge_v[1m]))")).isEqualTo(Map.of("{}", 1.7e308));
        assertThat(evaluated("avg(avg_over_time(huge_v[1m]))").get("{}")).isBetween(8.4e307, 8.6e307);
        assertThat(evaluated("sum(max_over_time(huge_w{host=~\"a|b\"}[1m]))"))
                .isEqualTo(Map.of("{}", Double.POSITIVE_INFINITY));
        assertThat(evaluated("avg(max_over_time(huge_w{host=~\"a|b\"}[1m]))")).isEqualTo(Map.of("{}", 1e308));
        assertThat(evaluated("sum(sum_over_time(huge_x[1m]))")).isEqualTo(Map.of("{}", Double.NaN));
        assertThat(computed("max(max_over_time(huge_w[1m]))")).isEqualTo(Map.of("{}", 1e308));
        assertThat(evaluated("count(sum_over_time(huge_w[1m]))")).isEqualTo(Map.of("{}", 3.0));
    }

    /** A sum may then have no digit in common with that of Weir, and an alarm above 0 would be raised by rounding. */
    @Test
    void sumsThatCancelAreLeftToWeir() {
        assertThat(evaluated("sum(sum_over_time(signs_v[1m]))")).isEqualTo(Map.of("{}", 0.0));
        assertThat(evaluated("sum(sum_over_time(signs_w[1m]))")).isEqualTo(Map.of("{}", 1.0));
        assertThat(evaluated("max(sum_over_time(signs_w[1m]))")).isEqualTo(Map.of("{}", 1.0));
        SeriesSource samples = samplesOnly();
        String mean = "max(avg_over_time(signs_w[1m]))";
        assertThat(evaluated(mean)).isEqualTo(answer(samples, mean));
        assertThat(evaluated("sum_over_time(signs_w[1m])")).isEqualTo(Map.of("{host=\"a\"}", 1.0));
        assertThat(evaluated("sum(max_over_time(signs_x[1m]))")).isEqualTo(Map.of("{}", 0.0));
        assertThat(computed("sum(sum_over_time(signs_c[1m]))")).isEqualTo(Map.of("{}", 2.0));
        assertThat(computed("sum(max_over_time(signs_c[1m]))")).isEqualTo(Map.of("{}", 2.0));
    }

    /** To a database, an aggregation without keys has a result also if there are no rows. */
    @Test
    void noSamplesAreNoGroup() {
        assertThat(computed("sum(count_over_time(untagged_v[1m]))")).isEqualTo(Map.of("{}", 1.0));
        for (String function : FUNCTIONS) {
            for (String aggregation : FUNCTIONS) {
                String query = aggregation + "(" + function + "_over_time(untagged_v[1m] offset 1h))";
                assertThat(answer(Objects.requireNonNull(store), query))
                        .as(query)
                        .isEmpty();
            }
        }
    }

    @Test
    void seriesWithoutALabelAreAGroup() {
        assertThat(computed("sum by (rack) (sum_over_time(sparse_v[1m]))"))
                .isEqualTo(Map.of("{}", 13.0, "{rack=\"r\"}", 2.0));
        assertThat(computed("sum by (none, site) (sum_over_time(sparse_v[1m]))"))
                .isEqualTo(Map.of("{}", 11.0, "{site=\"s\"}", 4.0));
        assertThat(computed("sum without (rack, none) (sum_over_time(sparse_v[1m]))"))
                .isEqualTo(Map.of("{}", 8.0, "{host=\"a\"}", 3.0, "{host=\"b\", site=\"s\"}", 4.0));
        assertThat(computed("max by (rack) (sum_over_time(sparse_v[1m]))"))
                .isEqualTo(Map.of("{}", 8.0, "{rack=\"r\"}", 2.0));
        assertThat(computed("count without () (sum_over_time(sparse_v[1m]))")).hasSize(4);
        assertThat(computed("sum by (__name__) (sum_over_time(sparse_v[1m]))")).isEqualTo(Map.of("{}", 15.0));
        assertThat(computed("sum without (__name__, host, site, rack) (sum_over_time(sparse_v[1m]))"))
                .isEqualTo(Map.of("{}", 15.0));
        assertThat(computed("sum by (rack) (sum_over_time(sparse_v{host=\"none\"}[1m]))"))
                .isEmpty();
    }

    /** A store compares only labels that must have a text. */
    @Test
    void seriesThatTheStoreCannotSelectAreLeftToWeir() {
        assertThat(evaluated("sum(sum_over_time(sparse_v{host!=\"a\"}[1m]))")).isEqualTo(Map.of("{}", 12.0));
        assertThat(evaluated("sum(sum_over_time(sparse_v{rack=\"\"}[1m]))")).isEqualTo(Map.of("{}", 13.0));
        assertThat(evaluated("sum(sum_over_time(sparse_v{host=~\"a|\"}[1m]))")).isEqualTo(Map.of("{}", 11.0));
        assertThat(evaluated("sum(sum_over_time(sparse_v{host=~\"(?i)A\"}[1m]))"))
                .isEqualTo(Map.of("{}", 3.0));
        assertThat(evaluated("sum(sum_over_time(sparse_v{none=\"\"}[1m]))")).isEqualTo(Map.of("{}", 15.0));
        assertThat(computed("sum(sum_over_time(sparse_v{host=~\"[a-b]\",site=~\".+\"}[1m]))"))
                .isEqualTo(Map.of("{}", 4.0));
    }

    /** A query reads the catalogue once, whether the store computes its groups, its ranges or nothing. */
    @Test
    void catalogueIsReadOnceForASelector() throws IOException {
        List<String> once = catalogueStatements("sparse_v");
        assertThat(once).isNotEmpty();
        for (String query : List.of(
                "sum(sum_over_time(sparse_v[1m]))",
                "stddev(sum_over_time(sparse_v[1m]))",
                "sum(sum_over_time(sparse_v{host!=\"a\"}[1m]))",
                "sum(rate(sparse_v[1m]))")) {
            assertThat(catalogueStatements(query)).as(query).isEqualTo(once);
        }
        List<String> ofHuge = catalogueStatements("huge_v");
        assertThat(catalogueStatements("sum(sum_over_time(huge_v[1m]))"))
                .as("the store computes neither groups nor ranges of numbers that are too large")
                .isEqualTo(ofHuge);
        assertThat(catalogueStatements("sparse_v + on () group_left () sum(sum_over_time(huge_v[1m]))"))
                .as("two selectors")
                .hasSize(once.size() + ofHuge.size());
    }

    /** The statements of a query beside those that read the tables of this test. */
    private List<String> catalogueStatements(String query) throws IOException {
        return statements(of -> answer(of, query)).stream()
                .filter(each -> CATALOGUES.stream().anyMatch(each::contains))
                .toList();
    }

    /** The statements that a store gets for queries. */
    protected List<String> statements(Consumer<RangeSource> queries) throws IOException {
        try (StatementLog log = new StatementLog(http())) {
            queries.accept(store(log.http()));
            return List.copyOf(log.statements());
        }
    }

    /** The number of statements for ranges of which only the last one has a sample. */
    protected int steps() {
        return 3;
    }

    /** A store has all groups of a statement in memory, also those of series that have samples in late ranges only. */
    @Test
    void statementsGrowStepByStep() throws IOException {
        int ranges = 16 + 256 + 1;
        // The only sample is in the last range.
        String query = "sum(sum_over_time(untagged_v[1m] offset " + 2 * (ranges - 1) + "m))";
        assertThat(statements(
                        of -> assertThat(answer(of, query, ranges, 120_000)).hasSize(1)))
                .filteredOn(each -> each.contains("sum"))
                .hasSize(steps());
    }

    /** Series of two fields may have the same labels without their names, which is an error. */
    @Test
    void severalFieldsAreLeftToWeir() {
        assertThatThrownBy(() -> evaluated("sum(sum_over_time({__name__=~\"huge_.\"}[1m]))"))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining("have the same labels");
        assertThat(evaluated("sum(sum_over_time({__name__=~\"a_b_c\"}[1m]))")).isEqualTo(Map.of("{}", 3.0));
        assertThat(evaluated("sum(sum_over_time(a_b_c[1m]))")).isEqualTo(Map.of("{}", 3.0));
        assertThat(computed("sum(sum_over_time(a_b_c{__measurement__=\"a_b\"}[1m]))"))
                .isEqualTo(Map.of("{}", 1.0));
        assertThat(computed("sum(sum_over_time(nothing[1m]))")).isEmpty();
    }
}
