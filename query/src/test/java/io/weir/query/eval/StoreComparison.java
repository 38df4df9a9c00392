package io.weir.query.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.query.promql.Promql;
import io.weir.query.series.Allowance;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.RangeQuery;
import io.weir.query.series.RangeSource;
import io.weir.query.series.Ranges;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesBuilder;
import io.weir.query.series.SeriesSource;
import io.weir.query.series.SeriesStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** A store with random samples answers random queries exactly as memory with the same samples. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class StoreComparison {
    private static final long SEED = Long.getLong("weir.test.seed", 1);
    private static final boolean IS_LONG = Boolean.getBoolean("weir.test.long");
    private static final int QUERIES = IS_LONG ? 300 : 60;
    private static final int GROUPS = IS_LONG ? 12 : 4;
    private static final int RANGES = 90;

    private static final Allowance PLENTY = new Allowance(1_000_000, 1_000_000, Duration.ofMinutes(1));

    /** Stores name metrics after a measurement and a field. */
    private static final Pattern OF_ROOM = Pattern.compile("\\b(temperature|load|up)\\b");

    private final int queries;
    private List<Series> samples = List.of();
    private SeriesStore memory = new MemorySeries(List.of());
    private SeriesStore store = memory;

    StoreComparison() {
        this(QUERIES);
    }

    /** @param queries of each test, unless {@code -Dweir.test.queries} names another number */
    StoreComparison(int queries) {
        this.queries = Integer.getInteger("weir.test.queries", queries);
    }

    /**
     * Starts the store with these samples: finite numbers of series whose names are {@code MEASUREMENT_FIELD} or,
     * without an underscore, measurements whose field is {@code value}.
     */
    abstract SeriesStore start(Path directory, List<Series> series, Random random) throws Exception;

    abstract void end();

    /** The nearest number that the store keeps exactly. */
    double storable(double value) {
        return value;
    }

    /** The number of queries for each aggregation of a function. */
    int groups() {
        return GROUPS;
    }

    /** Whether the store computes more than one range at a time, and groups of series. */
    boolean computesSeveralRanges() {
        return true;
    }

    /** Whether a list has only series with samples in the range. */
    boolean listsExactly() {
        return true;
    }

    @BeforeAll
    void fill(@TempDir Path directory) throws Exception {
        System.out.println("seed " + SEED);
        Random random = new Random(SEED);
        samples = new RandomSamples(random).all().stream().map(this::storable).toList();
        memory = new MemorySeries(samples);
        store = start(directory, samples, random);
    }

    @AfterAll
    void stop() {
        end();
    }

    private static String renamed(String text) {
        return OF_ROOM.matcher(text).replaceAll("room_$1");
    }

    private Series storable(Series series) {
        String name = renamed(series.labels().get(Matcher.METRIC_NAME));
        SeriesBuilder finite = new SeriesBuilder(series.labels().with(Matcher.METRIC_NAME, name));
        for (int i = 0; i < series.stamps().length; i++) {
            if (Double.isFinite(series.values()[i])) {
                finite.add(series.stamps()[i], storable(series.values()[i]));
            }
        }
        return finite.build();
    }

    @Test
    void answersQueriesAsMemory() {
        Random random = new Random(SEED + 1);
        RandomQueries texts = new RandomQueries(random);
        int filled = 0;
        for (int i = 0; i < queries; i++) {
            long time = RandomSamples.START + random.nextInt((int) RandomSamples.LENGTH);
            if (random.nextBoolean()) {
                // The edge of a range then falls on samples.
                time -= (time - RandomSamples.START) % 15_000;
            }
            long start = time;
            boolean isRange = random.nextBoolean();
            String query = renamed(isRange ? texts.nextForRange() : texts.next());
            long end = start + 60_000L * random.nextInt(40);
            long step = 1_000L * random.nextInt(5, 120);
            String answer = answer(store, query, isRange, start, end, step);
            assertThat(answer)
                    .as("seed %s, query %s from %s to %s every %s", SEED, query, start, end, step)
                    .isEqualTo(answer(memory, query, isRange, start, end, step));
            filled += answer.equals("{}") ? 0 : 1;
        }
        assertThat(filled).isGreaterThan(queries / 3);
    }

    /** The order of series decides how sums are rounded. */
    private static String answer(SeriesSource source, String query, boolean isRange, long start, long end, long step) {
        SeriesSource sorted = (matchers, from, to, allowance) -> sorted(source.select(matchers, from, to, allowance));
        Evaluator evaluator = new Evaluator(sorted, Limits.DEFAULT);
        try {
            return text(
                    isRange
                            ? evaluator.range(Promql.parse(query), start, end, step)
                            : evaluator.instant(Promql.parse(query), start));
        } catch (EvaluationException e) {
            return e.reason() + " " + e.getMessage();
        }
    }

    static List<Series> sorted(List<Series> series) {
        return series.stream()
                .filter(each -> each.stamps().length > 0)
                .sorted(Comparator.comparing(Series::labels))
                .toList();
    }

    private static String text(Result result) {
        if (result instanceof Result.Vector vector) {
            Map<String, Double> values = new TreeMap<>();
            vector.samples().forEach(each -> values.put(each.labels().toString(), each.value()));
            return values.toString();
        }
        return result instanceof Result.Matrix matrix
                ? SeriesTexts.of(matrix.series()).toString()
                : result.toString();
    }

    private RangeComparison rangeComparison() {
        assumeTrue(store instanceof RangeSource, "it passes on samples only");
        return new RangeComparison((RangeSource) store, samples);
    }

    /** The sums of the store are rounded in another order, and all samples of a millisecond count in them. */
    @Test
    void computesRangesAsMemory() {
        RangeComparison comparison = rangeComparison();
        Random random = new Random(SEED + 3);
        int filled = 0;
        for (int i = 0; i < RANGES; i++) {
            long step = 1_000L
                    * switch (random.nextInt(4)) {
                        case 0 -> random.nextInt(1, 200);
                        case 1 -> 15 * random.nextInt(1, 20);
                        default -> RangeComparison.LONG_STEP;
                    };
            filled += isAnswered(comparison, RangeComparison.call(random, step / 1_000), step, random) ? 1 : 0;
        }
        assertThat(filled).isGreaterThan(RANGES / 3);
        List<Ranges> computed =
                comparison.computed().stream().map(RangeQuery::ranges).toList();
        assertThat(computed).as("what the store computed").anyMatch(ranges -> ranges.count() == 1);
        if (computesSeveralRanges()) {
            assertThat(computed)
                    .as("what the store computed")
                    .anyMatch(ranges -> ranges.count() > 1 && ranges.length() < ranges.step())
                    .anyMatch(ranges -> ranges.count() > 1 && ranges.length() == ranges.step())
                    .anyMatch(ranges -> ranges.count() > 1 && ranges.length() > ranges.step());
        }
    }

    private static boolean isAnswered(RangeComparison comparison, String query, long step, Random random) {
        long start = RandomSamples.START + random.nextInt((int) RandomSamples.LENGTH);
        start -= random.nextBoolean() ? (start - RandomSamples.START) % 15_000 : 0;
        long end = random.nextInt(3) == 0 ? start : start + step * random.nextInt(20);
        return comparison.areEqual(query, start, end, step);
    }

    /** Each aggregation of each function, over groups by random labels. */
    @Test
    void computesGroupsAsMemory() {
        RangeComparison comparison = rangeComparison();
        Random random = new Random(SEED + 4);
        Set<String> pairs = new TreeSet<>();
        int filled = 0;
        for (String function : RangeComparison.FUNCTIONS) {
            for (String aggregation : RangeComparison.FUNCTIONS) {
                for (int i = 0; i < groups(); i++) {
                    long before = ofGroups(comparison).count();
                    String call = i == 0
                            ? function + "_over_time(room_load[1900s])"
                            : RangeComparison.call(function, random, RangeComparison.LONG_STEP);
                    String query = aggregation + RangeComparison.groups(random) + "(" + call + ")";
                    filled += isAnswered(comparison, query, RangeComparison.LONG_STEP * 1_000L, random) ? 1 : 0;
                    if (ofGroups(comparison).count() > before) {
                        pairs.add(aggregation + " " + function);
                    }
                }
            }
        }
        int all = RangeComparison.FUNCTIONS.size() * RangeComparison.FUNCTIONS.size();
        assertThat(filled).isGreaterThan(all * groups() / 3);
        assertThat(pairs).as("what the store computed").hasSize(computesSeveralRanges() ? all : 0);
        if (computesSeveralRanges()) {
            assertThat(ofGroups(comparison))
                    .as("what the store computed")
                    .anyMatch(query -> query.ranges().count() == 1)
                    .anyMatch(query -> query.ranges().count() > 1)
                    .anyMatch(query -> query.groups().orElseThrow().without())
                    .anyMatch(query -> !query.groups().orElseThrow().without());
        }
    }

    /** Of ranges that share samples, groups can be combined if they need no values of series. */
    @Test
    void computesGroupsOfSharedSamplesAsMemory() {
        RangeComparison comparison = rangeComparison();
        assumeTrue(computesSeveralRanges(), "it passes on samples");
        long step = RangeComparison.LONG_STEP * 1_000L;
        Set<String> pairs = new TreeSet<>();
        for (String function : RangeComparison.FUNCTIONS) {
            for (String aggregation : RangeComparison.FUNCTIONS) {
                for (String range : List.of("[2000s]", "[3000s] offset -1s")) {
                    long before = ofGroups(comparison).count();
                    String query = aggregation + " by (rack) (" + function + "_over_time(room_load" + range + "))";
                    assertThat(comparison.areEqual(query, RandomSamples.START, RandomSamples.START + 3 * step, step))
                            .isTrue();
                    if (ofGroups(comparison).count() > before) {
                        pairs.add(aggregation + " " + function);
                    }
                }
            }
        }
        assertThat(pairs).as("what the store computed").containsExactly("max max", "min min", "sum count", "sum sum");
    }

    private static Stream<RangeQuery> ofGroups(RangeComparison comparison) {
        return comparison.computed().stream().filter(each -> each.groups().isPresent());
    }

    /** A store computes so many panes by several statements, and half of the series have samples at every edge. */
    @Test
    void computesManyRangesAsMemory() {
        RangeComparison comparison = rangeComparison();
        assumeTrue(computesSeveralRanges(), "it passes on samples");
        long minute = 60_000;
        for (String range : List.of("[1m]", "[3m]", "[3m] offset 15s")) {
            for (String query : List.of(
                    "count_over_time({__name__=~\"requests_total|room_load\"}" + range + ")",
                    "sum by (host) (count_over_time(requests_total" + range + "))")) {
                assertThat(comparison.areEqual(query, RandomSamples.START, RandomSamples.START + 69 * minute, minute))
                        .isTrue();
            }
        }
        assertThat(comparison.computed())
                .hasSize(6)
                .allMatch(query -> query.ranges().count() == 70);
    }

    @Test
    void selectsAndListsSeriesAsMemory() {
        Random random = new Random(SEED + 2);
        int filled = 0;
        for (int i = 0; i < queries; i++) {
            List<Matcher> matchers = matchers(random);
            long from = RandomSamples.START + random.nextInt((int) RandomSamples.LENGTH);
            long to = from + random.nextInt(900_000);
            assertThat(SeriesTexts.of(store.select(matchers, from, to, PLENTY)))
                    .as("seed %s, %s from %s to %s", SEED, matchers, from, to)
                    .isEqualTo(SeriesTexts.of(sorted(memory.select(matchers, from, to, PLENTY))));
            List<Labels> listed = store.list(matchers, from, to, PLENTY);
            assertThat(listed)
                    .as("seed %s, %s from %s to %s", SEED, matchers, from, to)
                    .doesNotHaveDuplicates()
                    .containsAll(memory.list(matchers, from, to, PLENTY))
                    .isSubsetOf(memory.list(matchers, listsExactly() ? from : 0, listsExactly() ? to : 2 * to, PLENTY));
            filled += listed.isEmpty() ? 0 : 1;
        }
        assertThat(filled).isGreaterThan(queries / 5);
    }

    private List<Matcher> matchers(Random random) {
        List<Matcher> matchers = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            Labels labels = samples.get(random.nextInt(samples.size())).labels();
            List<String> names = new ArrayList<>(labels.toMap().keySet());
            names.add("none");
            String name = names.get(random.nextInt(names.size()));
            String value = labels.get(name);
            String escaped = value.replaceAll("[.+]", "\\\\$0");
            matchers.add(
                    switch (random.nextInt(9)) {
                        case 0, 1 -> new Matcher(name, Comparison.EQUALS, value);
                        case 2 -> new Matcher(name, Comparison.EQUALS_NOT, value);
                        case 3 -> new Matcher(name, Comparison.MATCHES, Pattern.quote(value) + "|h[01]|.*_b.*");
                        case 4 -> new Matcher(name, Comparison.MATCHES_NOT, "h[01]|" + Pattern.quote(value));
                        case 5 -> new Matcher(name, Comparison.MATCHES, "h1|none|" + escaped);
                        case 6 -> new Matcher(name, Comparison.MATCHES, "(?s:.?h.*)|" + escaped);
                        case 7 -> new Matcher(name, Comparison.MATCHES, "(h|r).+|no/.*|" + escaped);
                        default -> new Matcher(name, Comparison.MATCHES, random.nextBoolean() ? ".*" : ".+");
                    });
        }
        return matchers;
    }

    @Test
    void measurementAndFieldAreMatchedAsLabels() {
        long end = RandomSamples.START + RandomSamples.LENGTH;
        Supplier<Integer> all = () -> store.list(
                        List.of(new Matcher("__measurement__", Comparison.EQUALS, "room")),
                        RandomSamples.START,
                        end,
                        PLENTY)
                .size();
        assertThat(all.get()).isEqualTo(12);
        assertThat(store.list(
                        List.of(
                                new Matcher("__measurement__", Comparison.MATCHES, "r.*"),
                                new Matcher("__field__", Comparison.EQUALS_NOT, "total"),
                                new Matcher("__field__", Comparison.MATCHES, "up|total")),
                        RandomSamples.START,
                        end,
                        PLENTY))
                .hasSize(4)
                .allMatch(each -> each.get(Matcher.METRIC_NAME).equals("room_up"));
    }

    @Test
    void readingStopsAtTheMostSamples() {
        long end = RandomSamples.START + RandomSamples.LENGTH;
        List<Matcher> matchers = List.of(new Matcher(Matcher.METRIC_NAME, Comparison.EQUALS, "room_load"));
        Allowance few = new Allowance(100, 1_000, Duration.ofMinutes(1));
        assertThatThrownBy(() -> store.select(matchers, RandomSamples.START, end, few))
                .isInstanceOf(EvaluationException.class)
                .hasMessageStartingWith("the query needs more than 1000 samples in memory");
        assertThatThrownBy(() -> store.list(List.of(), RandomSamples.START, end, new Allowance(10, 10, few.time())))
                .hasMessageStartingWith("more than 10 series match");
        assertThat(store.texts(
                        List.of(new Matcher(Matcher.METRIC_NAME, Comparison.MATCHES, "room_.*")),
                        RandomSamples.START,
                        end,
                        labels -> List.of(labels.get("host")),
                        new Allowance(10, 10, few.time())))
                .as("values of the label of more series")
                .contains("h0", "h1", "h2", "h3")
                .hasSizeLessThan(10);
        assertThatThrownBy(() -> store.texts(
                        List.of(),
                        RandomSamples.START,
                        end,
                        labels -> List.of(labels.toString()),
                        new Allowance(10, 10, few.time())))
                .hasMessageStartingWith("the list has more than 10 entries");
    }
}
