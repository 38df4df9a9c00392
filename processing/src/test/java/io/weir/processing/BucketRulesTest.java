package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.aggregate.Histogram;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rules over buckets with others, and beyond their limits. */
class BucketRulesTest {

    private static final String LATENCY =
            "  - {name: latency, match: {measurement: http}, by: [handler], buckets: le, fields: [n], functions: [p50], of: last, hold: 0s, window: 1s, grace: 0s}\n";

    private static final String FIELDS =
            "  - {name: latency, match: {measurement: http}, by: [handler], distinct: [host], histogram: n, fields: [%s], functions: [p50], of: last, hold: 0s, window: 1s, grace: 0s}\n";

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** Increases over seconds add up to those over five seconds. */
    @Test
    void mergedBucketsAreReadByAnotherRule() {
        RuleFile rules = parse("""
                aggregate:
                  - {name: merged, match: {measurement: http}, by: [handler, le], fields: [n], functions: [sum], of: increase, window: 1s, as: merged}
                  - {name: chain, match: {measurement: merged}, by: [handler], buckets: le, fields: [n_sum], functions: [median, p99], of: sum, window: 5s, grace: 0s, as: chain}
                  - {name: direct, match: {measurement: http}, by: [handler], buckets: le, fields: [n], functions: [median, p99], window: 5s, as: direct}
                """);
        try (TopologyRig rig = new TopologyRig(rules)) {
            long[][] counts = new long[4][3];
            for (int millis = 0; millis < 60_000; millis += random.nextInt(700)) {
                int host = random.nextInt(counts.length);
                if (random.nextInt(10) == 0) {
                    counts[host] = new long[3];
                }
                for (int first = random.nextInt(3), bucket = first; bucket < 3; bucket++) {
                    counts[host][bucket] += 1 + random.nextInt(100);
                }
                rig.batch(millis, lines(host, counts[host], millis));
                rig.tick("g", millis);
            }
            rig.tick("g", 200_000);

            Map<String, String> chain = new TreeMap<>();
            Map<String, String> direct = new TreeMap<>();
            for (String line : rig.lines(rig.topics.storage())) {
                String[] parts = line.replace("n_sum_", "n_").split("[, ]");
                if (line.contains("_median=")) {
                    (parts[0].equals("chain") ? chain : direct)
                            .put(parts[1] + " " + parts[parts.length - 1], parts[2] + " " + parts[3]);
                }
            }
            assertThat(direct).as("seed %d", seed).hasSizeGreaterThan(10);
            assertThat(chain).as("seed %d", seed).isEqualTo(direct);
        }
    }

    private static String lines(int host, long[] counts, int millis) {
        StringBuilder lines = new StringBuilder();
        for (int bucket = 0; bucket < counts.length; bucket++) {
            String le = List.of("0.5", "2", "+Inf").get(bucket);
            lines.append("http,handler=%d,host=%d,le=%s n=%di %d\n"
                    .formatted(host % 2, host, le, counts[bucket], millis * 1_000_000L));
        }
        return lines.toString();
    }

    /** Another group of the rule is not affected. */
    @Test
    void boundsBeyondTheLimitAreLeftOut() {
        try (TopologyRig rig = new TopologyRig(parse("aggregate:\n" + LATENCY))) {
            StringBuilder lines = new StringBuilder("http,handler=a,le=+Inf n=2000i 1\nhttp,handler=a,le=0 n=0i 1\n");
            for (int bound = 1; bound < 1_030; bound++) {
                lines.append("http,handler=a,le=%d n=%di 1\n".formatted(bound, bound));
            }
            rig.batch(0, lines.toString());
            rig.batch(
                    0, "http,handler=a,host=b,le=3 n=0i 1\nhttp,handler=b,le=3 n=4i 1\nhttp,handler=b,le=+Inf n=4i 1");
            rig.tick("g", 1_000);

            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactlyInAnyOrder(
                            "http_1s,handler=a n_p50=1000.0,sources=1025i,held=0i,samples=1025i 0",
                            "http_1s,handler=b n_p50=1.5,sources=2i,held=0i,samples=2i 0");
            assertThat(rig.count("weir.processing.group.refused")).isEqualTo(7);
        }
    }

    @Test
    void aBucketOfASeriesThatLeftCountsInItsOpenWindows() {
        String enrich = "enrich:\n  - {name: handler, match: {measurement: http}, set: {handler: a}}\n";
        RuleFile before = parse("aggregate:\n" + LATENCY + enrich);
        RuleFile after = parse("aggregate:\n" + LATENCY + enrich.replace("handler: a", "handler: b"));
        try (TopologyRig rig = new TopologyRig(new KnownRules(before, List.of(before, after)))) {
            rig.batch(100, "http,le=1 n=5i 1\nhttp,le=+Inf n=10i 1\nhttp,le=3 n=8i 1");
            rig.marker(200, after);
            rig.batch(300, "http,le=3 n=2i 4\nhttp,le=+Inf n=4i 4");
            rig.tick("g", 1_000);

            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactlyInAnyOrder(
                            "http_1s,handler=a n_p50=1.0,sources=3i,held=0i,samples=3i 0",
                            "http_1s,handler=b n_p50=3.0,sources=2i,held=0i,samples=2i 0");
        }
    }

    @Test
    void aRuleWithAnotherTagBeginsAgain() {
        RuleFile before = parse("aggregate:\n" + LATENCY);
        RuleFile after = parse("aggregate:\n" + LATENCY.replace("buckets: le", "buckets: bound"));
        try (TopologyRig rig = new TopologyRig(new KnownRules(before, List.of(before, after)))) {
            rig.batch(100, "http,bound=2,handler=a,le=1 n=5i 1\nhttp,bound=+Inf,handler=a,le=+Inf n=5i 1");
            rig.marker(200, after);
            rig.batch(300, "http,bound=2,handler=a,le=1 n=6i 4\nhttp,bound=+Inf,handler=a,le=+Inf n=6i 4");
            rig.tick("g", 1_000);

            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactly("http_1s,handler=a n_p50=1.0,sources=2i,held=0i,samples=2i 0");
        }
    }

    @Test
    void aHistogramMayHaveAsManyFieldsAsBounds() {
        int last = Histogram.MOST_BOUNDS - 1;
        String bounds = IntStream.range(0, last).mapToObj(bound -> bound + ", ").collect(Collectors.joining());
        String fields = IntStream.range(0, last)
                .mapToObj(bound -> bound + "=" + bound + "i,")
                .collect(Collectors.joining("", "", "count=" + last + "i 1\n"));
        try (TopologyRig rig = new TopologyRig(parse("aggregate:\n" + FIELDS.formatted(bounds + "count")))) {
            rig.batch(0, "http,handler=a,host=a " + fields + "http,handler=a,host=b " + fields);
            rig.tick("g", 1_000);

            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactly(
                            "http_1s,handler=a n_p50=511.5,host_distinct=2i,sources=2i,held=0i,samples=2048i 0");
            assertThat(rig.count("weir.processing.group.refused")).isZero();
        }
    }

    @Test
    void aRuleThatBecomesAHistogramBeginsAgain() {
        RuleFile after = parse("aggregate:\n" + FIELDS.formatted("2, +Inf"));
        RuleFile before = parse("aggregate:\n" + FIELDS.formatted("2, +Inf").replace("histogram: n, ", ""));
        try (TopologyRig rig = new TopologyRig(new KnownRules(before, List.of(before, after)))) {
            rig.batch(100, "http,handler=a,host=a 2=5i,+Inf=5i 1");
            rig.marker(200, after);
            rig.batch(300, "http,handler=a,host=b 2=6i,+Inf=6i,sum=3 4");
            rig.tick("g", 1_000);

            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactly(
                            "http,handler=a,host=b sum=3 4",
                            "http_1s,handler=a n_p50=1.0,host_distinct=1i,sources=1i,held=0i,samples=2i 0");
        }
    }

    /** Series that count no bucket are in no group, as those without a tag of {@code by}. */
    @Test
    void aSeriesWithoutABoundIsStored() {
        try (TopologyRig rig = new TopologyRig(parse("aggregate:\n" + LATENCY))) {
            String others = "http,handler=a n=1i 1\nhttp,handler=a,le=most n=2i 1\nhttp,le=1 n=3i 1\n";
            rig.batch(0, others + "http,handler=a,le=1 n=1i 1\nhttp,handler=a,le=inf n=4i 1");
            rig.tick("g", 1_000);

            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactlyInAnyOrder(
                            "http,handler=a n=1i 1",
                            "http,handler=a,le=most n=2i 1",
                            "http,le=1 n=3i 1",
                            "http_1s,handler=a n_p50=1.0,sources=2i,held=0i,samples=2i 0");
        }
    }

    private static RuleFile parse(String rules) {
        return RuleLoader.parse("rules.yaml", "version: 1\n" + rules);
    }
}
