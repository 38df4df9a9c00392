package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Rules over exponential histograms, with other rules. */
class ExponentialRulesTest {

    private static final String WAIT =
            "  - {name: wait, match: {measurement: wait}, by: [handler], exponential: s, functions: [p50], window: 1s, grace: 0s}\n";

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** Increases over seconds add up to those over five seconds. */
    @Test
    void mergedHistogramsAreReadByOtherRules() {
        RuleFile rules = parse("""
                aggregate:
                  - {name: merged, match: {measurement: wait}, by: [handler], exponential: s, functions: [p50], merged: true, bounds: [0.25, 1, 8, +Inf], window: 1s, as: merged}
                  - {name: chain, match: {measurement: merged}, by: [handler], exponential: s, functions: [median, p99], window: 5s, grace: 0s, as: chain}
                  - {name: direct, match: {measurement: wait}, by: [handler], exponential: s, functions: [median, p99], window: 5s, as: direct}
                  - {name: explicit, match: {measurement: merged}, by: [handler], histogram: s, fields: [0.25, 1, 8, +Inf], functions: [median], of: sum, window: 5s, grace: 0s, as: explicit}
                """);
        try (TopologyRig rig = new TopologyRig(rules)) {
            for (int millis = 0; millis < 60_000; millis += random.nextInt(700)) {
                rig.batch(millis, line(random.nextInt(4), millis));
                rig.tick("g", millis);
            }
            rig.tick("g", 200_000);

            Map<String, Map<String, String>> results = new TreeMap<>();
            for (String line : rig.lines(rig.topics.storage())) {
                String[] parts = line.split("[, ]");
                if (line.contains("_median=")) {
                    results.computeIfAbsent(parts[0], unseen -> new TreeMap<>())
                            .put(parts[1] + " " + parts[parts.length - 1], parts[2] + " " + parts[3]);
                }
            }
            Map<String, String> direct = results.getOrDefault("direct", Map.of());
            assertThat(direct).as("seed %d", seed).hasSizeGreaterThan(10);
            assertThat(results.get("chain")).as("seed %d", seed).isEqualTo(direct);
            // The median lies between the same explicit bounds, although it is interpolated otherwise.
            Map<String, String> explicit = results.getOrDefault("explicit", Map.of());
            assertThat(explicit.keySet()).as("seed %d", seed).isEqualTo(direct.keySet());
            explicit.forEach((line, fields) -> assertThat(bucket(fields))
                    .as("seed %d %s", seed, line)
                    .isEqualTo(bucket(direct.getOrDefault(line, ""))));
        }
    }

    /** Explicit bounds have the last finite bound as the median of all that lies above it. */
    private static int bucket(String fields) {
        double median = Double.parseDouble(fields.substring(fields.indexOf('=') + 1, fields.indexOf(' ')));
        return median <= 0.25 ? 0 : median <= 1 ? 1 : median < 8 ? 2 : 3;
    }

    /** An increment of one scale, so that merging all increments together and in steps gives the same result. */
    private String line(int host, int millis) {
        StringBuilder counts = new StringBuilder();
        for (int i = 0; i < 9; i++) {
            counts.append(i == 0 ? "" : ",").append(random.nextInt(6));
        }
        return "wait,handler=%d,host=%d scale=0i,zero_count_delta=%di,positive_offset=%di,positive_delta=\"[%s]\" %d"
                .formatted(host % 2, host, random.nextInt(3), random.nextInt(3) - 4, counts, millis * 1_000_000L);
    }

    @Test
    void aHistogramOfASeriesThatLeftCountsInItsOpenWindows() {
        String enrich = "enrich:\n  - {name: handler, match: {measurement: wait}, set: {handler: a}}\n";
        RuleFile before = parse("aggregate:\n" + WAIT + enrich);
        RuleFile after = parse("aggregate:\n" + WAIT + enrich.replace("handler: a", "handler: b"));
        try (TopologyRig rig = new TopologyRig(new KnownRules(before, List.of(before, after)))) {
            rig.batch(100, "wait scale=0i,zero_count_delta=2i 1");
            rig.marker(200, after);
            rig.batch(300, "wait scale=0i,zero_count_delta=0i,positive_offset=0i,positive_delta=\"[4]\" 4");
            rig.tick("g", 1_000);

            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactlyInAnyOrder(
                            "wait_1s,handler=a s_p50=0.0,sources=1i,held=0i,samples=1i 0",
                            "wait_1s,handler=b s_p50=1.4142135623730951,sources=1i,held=0i,samples=1i 0");
        }
    }

    /** Other fields of the line are not those of the histogram. */
    @Test
    void onlyTheHistogramIsReplaced() {
        try (TopologyRig rig = new TopologyRig(parse("aggregate:\n" + WAIT))) {
            rig.batch(0, "wait,handler=a count_delta=1i,scale=0,zero_count_delta=1,sum_delta=0.5 1");
            rig.batch(0, "wait scale=0,zero_count_delta=1 1");
            rig.tick("g", 1_000);

            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactlyInAnyOrder(
                            "wait,handler=a count_delta=1i,sum_delta=0.5 1",
                            "wait scale=0,zero_count_delta=1 1",
                            "wait_1s,handler=a s_p50=0.0,sources=1i,held=0i,samples=1i 0");
        }
    }

    @Test
    void aHistogramWithATimestampInTheFutureIsStored() {
        try (TopologyRig rig = new TopologyRig(parse("aggregate:\n" + WAIT))) {
            rig.batch(0, "wait,handler=a scale=0,zero_count_delta=1 3600000000000");

            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactly("wait,handler=a scale=0,zero_count_delta=1 3600000000000");
            assertThat(rig.count("weir.processing.ahead")).isEqualTo(2);
        }
    }

    private static RuleFile parse(String rules) {
        return RuleLoader.parse("rules.yaml", "version: 1\n" + rules);
    }
}
