package io.weir.query.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.promql.Promql;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.RangeQuery;
import io.weir.query.series.RangeSource;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Compares answers of a store that computes ranges with those of memory, and makes random queries for it. */
final class RangeComparison {
    /** In seconds: long enough for ranges that stores compute, apart, with common edges, or overlapping. */
    static final int LONG_STEP = 2_000;

    static final List<String> FUNCTIONS = List.of("count", "sum", "avg", "min", "max");

    private static final List<String> SELECTORS = List.of(
            "requests_total",
            "room_temperature",
            "room_load{host=~\"h[01]\"}",
            "latency_bucket{le!=\"1\"}",
            "quota",
            "odd{kind=\"special\"}",
            "room_up",
            "{__name__=~\"room_(load|temperature)\"}");

    private static final List<String> LABELS = List.of("host", "rack", "path", "le", "kind", "none", "__name__");

    private final ComputedRanges computed;
    private final List<Series> samples;

    RangeComparison(RangeSource store, List<Series> samples) {
        this.computed = new ComputedRanges(store);
        this.samples = samples;
    }

    /** The queries that the store computed so far. */
    List<RangeQuery> computed() {
        return computed.queries();
    }

    /** A call of a function. */
    static String call(Random random, long stepSeconds) {
        return call(FUNCTIONS.get(random.nextInt(FUNCTIONS.size())), random, stepSeconds);
    }

    static String call(String function, Random random, long stepSeconds) {
        List<String> shifts = List.of("", "", "", " offset 2m", " offset -1m", " @ end()", " @ 1700002000");
        long range =
                switch (stepSeconds == LONG_STEP ? random.nextInt(3) : random.nextInt(2, 5)) {
                    case 0 -> stepSeconds - 100;
                    case 1 -> 2 * stepSeconds;
                    case 2 -> stepSeconds;
                    case 3 -> random.nextInt(1, 300);
                    default -> 15L * random.nextInt(1, 40);
                };
        return function + "_over_time(" + SELECTORS.get(random.nextInt(SELECTORS.size())) + "[" + range + "s]"
                + shifts.get(random.nextInt(shifts.size())) + ")";
    }

    /** Labels of groups: none to three, with some that no series has. */
    static String groups(Random random) {
        List<String> labels = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            labels.add(LABELS.get(random.nextInt(LABELS.size())));
        }
        return (random.nextBoolean() ? " by (" : " without (") + String.join(", ", labels) + ") ";
    }

    /** Compares the answers. Returns whether they have samples. */
    boolean areEqual(String query, long start, long end, long step) {
        int before = computed().size();
        Map<String, List<Sample>> answer = values(computed, query, start, end, step);
        // If a store computes a range, all samples of a millisecond count.
        boolean areSelected = computed().size() == before;
        SeriesSource memory = new MemorySeries(
                areSelected
                        ? samples
                        : samples.stream().map(SampleLines::withAll).toList());
        Map<String, List<Sample>> expected = values(memory, query, start, end, step);
        assertThat(answer)
                .as("query %s from %s to %s every %s", query, start, end, step)
                .usingRecursiveComparison()
                .withComparatorForType(RangeComparison::nearly, Double.class)
                .isEqualTo(expected);
        return !expected.isEmpty();
    }

    /** The samples by labels; a failure has its message, without samples. */
    private static Map<String, List<Sample>> values(
            SeriesSource source, String query, long start, long end, long step) {
        Map<String, List<Sample>> values = new TreeMap<>();
        try {
            Evaluator evaluator = new Evaluator(source, Limits.DEFAULT);
            for (Series each :
                    evaluator.range(Promql.parse(query), start, end, step).series()) {
                List<Sample> samples = new ArrayList<>();
                for (int i = 0; i < each.stamps().length; i++) {
                    samples.add(new Sample(each.stamps()[i], each.values()[i]));
                }
                values.put(each.labels().toString(), samples);
            }
        } catch (EvaluationException e) {
            values.put(e.reason() + " " + e.getMessage(), List.of());
        }
        return values;
    }

    private record Sample(long stamp, Double value) {}

    private static int nearly(Double a, Double b) {
        return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b)) ? 0 : Double.compare(a, b);
    }
}
