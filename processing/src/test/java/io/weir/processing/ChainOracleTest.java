package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/**
 * Rules that read results give the same lines as if the results of the rules below had been sent
 * by a host. A restart changes nothing.
 */
class ChainOracleTest {

    private static final int ROUNDS = Boolean.getBoolean("weir.test.long") ? 40 : 15;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** The rules below the chain, and the measurements of their results. */
    private static final String BELOW = """
              - {name: rates, match: {measurement: m}, by: [detector], fields: [value], functions: [sum], of: sum, window: 1s, grace: 500ms, as: rates}
              - {name: hops, match: {measurement: m}, by: [detector], fields: [value], functions: [max], of: last, window: 3s, every: 1s, grace: 500ms, hold: 2s, as: hops}
              - {name: single, match: {measurement: m}, fields: [value], functions: [max], window: 2s, grace: 500ms, as: single}
            """;

    private static final List<String> RESULTS_BELOW = List.of("rates,", "hops,", "single,");

    /** The chain: rules over the results above, and over each other's. */
    private static final List<String> CHAIN = List.of(
            "aggregate| - {name: all, match: {measurement: rates}, by: [], fields: [value_sum], functions: [sum, count, max], of: %OF, window: %O, grace: %G, hold: %H, keep-raw: true, as: all}",
            "aggregate| - {name: series, match: {measurement: rates}, fields: [value_sum, sources], functions: [sum, count, increase], window: %W, grace: %G, keep-raw: true, as: series}",
            "aggregate| - {name: hosts, match: {measurement: single}, by: [detector], fields: [value_max], functions: [max, sum], of: max, window: 3s, grace: 2s, hold: %H, keep-raw: true, as: hosts}",
            "aggregate| - {name: of-hops, match: {measurement: hops}, by: [], fields: [value_max], functions: [min, count, median], window: %O, grace: %G, keep-raw: true, as: of_hops}",
            "aggregate| - {name: further, match: {measurement: [all, hosts, of_hops]}, by: [], fields: [sources], functions: [sum, max], of: sum, window: %F, grace: %G, keep-raw: true, as: '<measurement>_further'}",
            "aggregate| - {name: of-series, match: {measurement: series}, by: [detector], fields: [value_sum_sum], functions: [max, count], of: last, window: 20s, grace: 2s, hold: %H, keep-raw: true, as: of_series}",
            "correlate| - {name: part, let: {one: {measurement: rates, tags: {detector: d0}, field: value_sum, function: sum, of: last}, of: {measurement: rates, field: value_sum, function: sum, of: last, hold: %H}}, by: [], window: %W, grace: %G, as: part, fields: {part: 1000 * one + of}}",
            "top| - {name: best, match: {measurement: rates}, by: [], field: value_sum, count: 2, window: %W, grace: %G, as: best}",
            "derive| - {name: twice, match: {measurement: rates}, expression: value_sum * 2, as: twice}",
            "derive| - {name: slope, match: {measurement: rates}, field: value_sum, function: delta, over: 5s, as: slope}",
            "convert| - {name: scaled, match: {measurement: single}, field: value_max, scale: 4}");

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** One record of the input; a tick without lines. */
    private record Input(long millis, String lines) {}

    @Test
    void aChainEqualsResultsThatAreSent() {
        for (int round = 0; round < ROUNDS; round++) {
            List<String> chain = chain();
            List<String> got = run(rules(BELOW, chain), inputs());
            List<String> below = got.stream().filter(ChainOracleTest::isBelow).toList();

            List<String> expected = run(rules("", chain), sent(without(below, chain)));

            assertThat(difference(got.stream().filter(line -> !line.startsWith("m,")), expected.stream()))
                    .as("seed %d round %d: %s", seed, round, chain)
                    .isEmpty();
        }
    }

    @Test
    void aRestartChangesNothing() {
        for (int round = 0; round < ROUNDS; round++) {
            RuleFile rules = rules(BELOW, chain());
            List<Input> inputs = inputs();
            int restart = random.nextInt(inputs.size());

            List<String> got = new ArrayList<>();
            try (TopologyRig before = new TopologyRig(rules);
                    TopologyRig after = new TopologyRig(rules)) {
                inputs.subList(0, restart).forEach(input -> pipe(before, input));
                got.addAll(before.lines(before.topics.storage()));
                moveOffsets(
                        after, restart, before.output(before.topics.partials()).size());
                List<TestRecord<byte[], byte[]>> series = before.output(TopologyRig.CHANGELOG);
                List<TestRecord<byte[], byte[]>> merged = before.output(TopologyRig.MERGED_CHANGELOG);
                new CutCheckpoint(series, series).restore(after.store(), random);
                new CutCheckpoint(merged, merged).restore(after.merged(), random);
                inputs.subList(restart, inputs.size()).forEach(input -> pipe(after, input));
                got.addAll(after.lines(after.topics.storage()));
            }

            assertThat(difference(got.stream(), run(rules, inputs).stream()))
                    .as("seed %d round %d", seed, round)
                    .isEmpty();
        }
    }

    /** The next records get the offsets that follow those of an earlier run. */
    private static void moveOffsets(TopologyRig rig, int raw, int partials) {
        for (int i = 0; i < raw; i++) {
            rig.batch(0, "# only moves the offset");
        }
        for (int i = 0; i < partials; i++) {
            rig.skipPartial();
        }
    }

    private List<String> chain() {
        List<String> chain = new ArrayList<>(CHAIN);
        Collections.shuffle(chain, random);
        return chain.subList(0, 1 + random.nextInt(chain.size())).stream()
                .map(rule -> rule.replace("%OF", pick("mean", "last", "max"))
                        .replace("%W", pick("1s", "2s", "5s", "3s"))
                        .replace("%O", pick("2s", "5s", "6s, every: 2s", "5s, every: 500ms"))
                        .replace("%F", pick("7s", "6s, every: 3s"))
                        .replace("%G", pick("0s", "1s", "2500ms"))
                        .replace("%H", pick("0s", "1s", "4s")))
                .toList();
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private static RuleFile rules(String below, List<String> chain) {
        StringBuilder text = new StringBuilder("version: 1\n");
        for (String kind : List.of("convert", "derive", "aggregate", "correlate", "top")) {
            String rules = chain.stream()
                    .filter(rule -> rule.startsWith(kind))
                    .map(rule -> "  " + rule.substring(rule.indexOf('-')) + "\n")
                    .collect(Collectors.joining());
            rules += kind.equals("aggregate") ? below.indent(0) : "";
            text.append(rules.isEmpty() ? "" : kind + ":\n" + rules);
        }
        return RuleLoader.parse("rules.yaml", text.toString());
    }

    private static List<String> run(RuleFile rules, List<Input> inputs) {
        try (TopologyRig rig = new TopologyRig(rules)) {
            inputs.forEach(input -> pipe(rig, input));
            return rig.lines(rig.topics.storage());
        }
    }

    private static void pipe(TopologyRig rig, Input input) {
        if (input.lines.isEmpty()) {
            rig.tick("g", input.millis);
        } else {
            rig.batch(input.millis, input.lines);
        }
    }

    /** Hosts that come and go, and ticks, some of which jump. */
    private List<Input> inputs() {
        List<Input> inputs = new ArrayList<>();
        long millis = 10_000;
        inputs.add(new Input(millis, ""));
        for (int i = 0; i < 60; i++) {
            boolean jumps = random.nextInt(15) == 0;
            millis += jumps ? random.nextInt(15_000) : random.nextInt(400);
            if (random.nextInt(3) == 0 || jumps) {
                inputs.add(new Input(millis, ""));
            } else {
                inputs.add(new Input(millis, lines(millis)));
            }
        }
        for (int i = 1; i <= 12; i++) {
            inputs.add(new Input(millis + i * 9_000L, ""));
        }
        return inputs;
    }

    private String lines(long millis) {
        StringBuilder lines = new StringBuilder();
        for (int line = random.nextInt(6); line >= 0; line--) {
            int host = random.nextInt(8);
            long stamp = (millis - random.nextInt(300)) * NANOS_PER_MILLI + line;
            lines.append(
                    "m,detector=d%d,host=h%d value=%di %d\n".formatted(host % 3, host, random.nextInt(100), stamp));
        }
        return lines.toString();
    }

    private static boolean isBelow(String line) {
        return RESULTS_BELOW.stream().anyMatch(line::startsWith);
    }

    /** The results as they were before rules of the chain changed them. */
    private static List<String> without(List<String> below, List<String> chain) {
        boolean isScaled = chain.stream().anyMatch(rule -> rule.contains("name: scaled"));
        return below.stream()
                .map(line -> line.replaceAll(",(twice|slope)=[^, ]*", ""))
                .map(line -> isScaled && line.startsWith("single,") ? unscaled(line) : line)
                .toList();
    }

    private static String unscaled(String line) {
        String[] parts = line.split("value_max=|[ ](?=[0-9]+$)");
        double value = Double.parseDouble(parts[1].replace("i", ""));
        return parts[0] + "value_max=" + (long) (value / 4) + "i " + parts[2];
    }

    /** The results, each received at its timestamp, before the time moves on. */
    private static List<Input> sent(List<String> results) {
        List<Input> inputs = new ArrayList<>();
        inputs.add(new Input(1_000, ""));
        results.stream()
                .sorted((one, other) -> Long.compare(millis(one), millis(other)))
                .forEach(line -> inputs.add(new Input(millis(line) + 1, line + "\n")));
        long last = results.stream().mapToLong(ChainOracleTest::millis).max().orElse(0);
        for (long millis = 1_000; millis < last + 120_000; millis += 9_000) {
            inputs.add(new Input(millis, ""));
        }
        return inputs;
    }

    private static long millis(String line) {
        return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)) / NANOS_PER_MILLI;
    }

    /** The lines that only one of both has, or has more often. */
    private static List<String> difference(Stream<String> got, Stream<String> expected) {
        Map<String, Integer> counts = new TreeMap<>();
        got.forEach(line -> counts.merge(line, 1, Integer::sum));
        expected.forEach(line -> counts.merge(line, -1, Integer::sum));
        return counts.entrySet().stream()
                .filter(line -> line.getValue() != 0)
                .map(line -> (line.getValue() > 0 ? "unexpected: " : "missing: ") + line.getKey())
                .toList();
    }
}
