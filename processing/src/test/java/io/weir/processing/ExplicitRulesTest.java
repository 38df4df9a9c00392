package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Rules over histograms whose explicit bounds and counts are arrays. */
class ExplicitRulesTest {

    private static final int HOSTS = 5;
    private static final List<String> BOUNDS = List.of("-1", "0.5", "2", "4", "8.25");

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** The rule for buckets in fields, which has an oracle of its own, gives the same percentiles. */
    @RepeatedTest(3)
    void arraysEqualFields() {
        RuleFile rules = parse("""
                aggregate:
                  - {name: arrays, match: {measurement: arrays}, by: [group], histogram: s, functions: [p1, median, p99], window: 1s, as: arrays}
                  - {name: fields, match: {measurement: fields}, by: [group], histogram: s, fields: [-1, 0.5, 2, 4, 8.25, +Inf], functions: [p1, median, p99], of: increase, window: 1s, as: fields}
                  - {name: deltas, match: {measurement: deltas}, by: [group], histogram: s, functions: [p1, median, p99], window: 1s, as: deltas}
                  - {name: sums, match: {measurement: sums}, by: [group], histogram: s, fields: [-1, 0.5, 2, 4, 8.25, +Inf], functions: [p1, median, p99], of: sum, window: 1s, as: sums}
                  - {name: counts, match: {measurement: arrays}, by: [group], histogram: s, functions: [count, share], where: value > 0.5 && value <= 4, bounds: [0.5, 4, +Inf], window: 1s, every: 500ms, as: counts}
                """);
        long[][] counts = new long[HOSTS][BOUNDS.size() + 1];
        try (TopologyRig rig = new TopologyRig(rules)) {
            for (int millis = 0; millis < 20_000; millis += random.nextInt(300)) {
                int host = random.nextInt(HOSTS);
                long[] delta = new long[BOUNDS.size() + 1];
                for (int bucket = 0; bucket < delta.length; bucket++) {
                    delta[bucket] = random.nextInt(4);
                    counts[host][bucket] += delta[bucket];
                }
                if (random.nextInt(4) > 0) {
                    rig.batch(
                            millis,
                            arrays("arrays", "counts", host, counts[host], millis)
                                    + fields("fields", host, counts[host], millis)
                                    + arrays("deltas", "counts_delta", host, delta, millis)
                                    + fields("sums", host, delta, millis));
                }
                rig.tick("g", millis);
            }
            rig.tick("g", 100_000);

            Map<String, Map<String, String>> results = new TreeMap<>();
            for (String line : rig.lines(rig.topics.storage())) {
                String[] parts = line.split("[, ]", 4);
                // Fields and arrays have other numbers of samples, and increases of each bucket another first one.
                String fields = Arrays.stream(parts[2].concat("," + parts[3]).split("[, ]"))
                        .filter(field -> field.startsWith("s_") || parts[0].equals("counts"))
                        .collect(Collectors.joining(","));
                results.computeIfAbsent(parts[0], unseen -> new TreeMap<>())
                        .put(parts[1] + line.substring(line.lastIndexOf(' ')), fields);
            }
            assertThat(results.get("arrays")).as("seed %d", seed).hasSizeGreaterThan(15);
            assertThat(results.get("arrays")).as("seed %d", seed).isEqualTo(results.get("fields"));
            assertThat(results.get("deltas")).as("seed %d", seed).isEqualTo(results.get("sums"));
            assertThat(results.getOrDefault("counts", Map.of()).values())
                    .as("seed %d", seed)
                    .hasSizeGreaterThan(15);
            results.getOrDefault("counts", Map.of()).forEach((line, fields) -> checkCounts(line, fields));
        }
    }

    /** Counts under a condition are those between two bounds. */
    private void checkCounts(String line, String fields) {
        Map<String, Double> byName = Arrays.stream(fields.split(","))
                .filter(field -> field.matches("[^=]+=[-0-9.eE]+"))
                .collect(Collectors.toMap(
                        field -> field.substring(0, field.indexOf('=')),
                        field -> Double.parseDouble(field.substring(field.indexOf('=') + 1))));
        if (byName.containsKey("+Inf")) {
            double count = byName.getOrDefault("4", 0.0) - byName.getOrDefault("0.5", 0.0);
            assertThat(byName.get("s_count")).as("seed %d %s", seed, line).isEqualTo(count);
            assertThat(byName.get("s_share"))
                    .as("seed %d %s", seed, line)
                    .isEqualTo(byName.get("+Inf") == 0 ? null : (Double) (count / byName.get("+Inf")));
        }
    }

    private static String arrays(String measurement, String name, int host, long[] counts, long millis) {
        return "%s,group=%d,host=%d bounds=\"[%s]\",%s=\"%s\" %d%n"
                .formatted(
                        measurement,
                        host % 2,
                        host,
                        String.join(",", BOUNDS),
                        name,
                        Arrays.toString(counts),
                        millis * 1_000_000);
    }

    private static String fields(String measurement, int host, long[] counts, long millis) {
        String fields = IntStream.range(0, counts.length)
                .mapToObj(i -> (i < BOUNDS.size() ? BOUNDS.get(i) : "+Inf") + "="
                        + Arrays.stream(counts, 0, i + 1).sum() + "i")
                .collect(Collectors.joining(","));
        return "%s,group=%d,host=%d %s %d%n".formatted(measurement, host % 2, host, fields, millis * 1_000_000);
    }

    /** Host a has the bounds 1, 2, 4 and host b 2, 4, 8: merged, they have 2 and 4. */
    @Test
    void histogramsOfOtherBoundsHaveTheCommonOnes() {
        try (TopologyRig rig = new TopologyRig(parse(merging("")))) {
            rig.batch(0, "wait,host=a bounds=\"[1,2,4]\",counts_delta=\"[1,2,3,4]\" 1");
            rig.batch(0, "wait,host=b bounds=\"[2, 4, 8]\",counts_delta=\"[5,6,7,8]\" 1");
            rig.batch(0, "wait,host=c bounds=\"[3]\",counts_delta=\"[0,0]\" 1");
            rig.tick("g", 1_000);

            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactly("wait_1s s_median=4.0,count_delta=36.0,bounds=\"[2.0,4.0]\","
                            + "counts_delta=\"[8,9,19]\",2=8.0,+Inf=36.0,sources=3i,held=0i,samples=3i 0");
        }
    }

    /** A bucket that counts less, or another bound, is a new start: all of the line counts. */
    @Test
    void aSenderThatBeganAgainCountsAsAWhole() {
        try (TopologyRig rig = new TopologyRig(parse(merging("")))) {
            rig.batch(0, "wait bounds=\"[2]\",counts=\"[10,10]\" 1");
            rig.batch(0, "wait bounds=\"[2]\",counts=\"[9,11]\" 2");
            rig.batch(0, "wait bounds=\"[2]\",counts=\"[12,11]\" 3");
            rig.batch(0, "wait bounds=\"[2,4]\",counts=\"[12,11,1]\" 4");
            rig.tick("g", 1_000);

            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactly("wait_1s s_median=1.9583333333333333,count_delta=47.0,bounds=\"[2.0]\","
                            + "counts_delta=\"[24,23]\",2=24.0,+Inf=47.0,sources=1i,held=0i,samples=4i 0");
        }
    }

    /** A gauge of buckets, such as Prometheus' result of a rate, counts as it is. */
    @Test
    void theLastHistogramIsHeld() {
        try (TopologyRig rig = new TopologyRig(parse(merging(", of: last, hold: 1s")))) {
            rig.batch(0, "wait bounds=\"[2]\",counts=\"[0.25,0]\" 1");
            rig.batch(0, "wait bounds=\"[2]\",counts=\"[0.5,0.5]\" 2");
            rig.tick("g", 10_000);

            String result = "wait_1s s_median=2.0,count_delta=1.0,bounds=\"[2.0]\",counts_delta=\"[0.5,0.5]\","
                    + "2=0.5,+Inf=1.0,sources=1i,";
            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactly(
                            result + "held=0i,samples=2i 0",
                            result + "held=1i,samples=0i 1000000000",
                            "wait_1s sources=0i,held=0i,samples=0i 2000000000");
        }
    }

    /** Observations above the last bound have no known size. */
    @Test
    void aShareBeyondTheLastBoundIsUndefined() {
        String rule = "aggregate:\n  - {name: r, match: {measurement: wait}, by: [], histogram: s, functions: [share],"
                + " where: value > 5, window: 1s, grace: 0s}\n";
        try (TopologyRig rig = new TopologyRig(parse(rule))) {
            rig.batch(0, "wait bounds=\"[2]\",counts_delta=\"[3,1]\" 1");
            rig.batch(1_000, "wait bounds=\"[2]\",counts_delta=\"[3,0]\" 1000000001");
            rig.tick("g", 2_000);

            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactly(
                            "wait_1s sources=1i,held=0i,samples=1i 0",
                            "wait_1s s_share=0.0,sources=1i,held=0i,samples=1i 1000000000");
            assertThat(rig.count("weir.processing.undefined")).isEqualTo(1);
        }
    }

    private static String merging(String more) {
        return String.format(
                Locale.ROOT,
                "aggregate:%n  - {name: r, match: {measurement: wait}, by: [], histogram: s, functions: [median], merged: true,"
                        + " bounds: [2, +Inf]%s, window: 1s, grace: 0s}%n",
                more);
    }

    private static RuleFile parse(String rules) {
        return RuleLoader.parse("rules.yaml", "version: 1\n" + rules);
    }
}
