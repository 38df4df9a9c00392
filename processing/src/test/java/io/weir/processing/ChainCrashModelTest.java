package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Crashes either graph at any record, while rules read results: the lines equal those of an
 * uninterrupted run. The test is the broker. Each {@link CrashingGraph} reads and commits at its own
 * pace, so the records of the two graphs in the log of partials have another order than in the
 * uninterrupted run.
 */
class ChainCrashModelTest {

    private static final int ROUNDS = 8;
    private static final int MOST_CRASHES = 12;
    private static final int RECORDS = 60;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Rules of each kind, up to level 4. */
    private static final RuleFile ALL_KINDS = parse("""
            enrich:
              - {name: run, match: {measurement: rates}, state: {run: run}}
            convert:
              - {name: scaled, match: {measurement: single}, field: value_max, scale: 4}
            derive:
              - {name: slope, match: {measurement: rates}, field: value_sum, function: delta, over: 5s, as: slope}
              - {name: twice, match: {measurement: all}, expression: value_sum_sum * 2, as: twice}
            aggregate:
              - {name: rates, match: {measurement: m}, by: [detector], fields: [value], functions: [sum], of: sum, window: 1s, grace: 500ms, as: rates}
              - {name: single, match: {measurement: m}, fields: [value], functions: [max], window: 2s, grace: 500ms, as: single}
              - {name: all, match: {measurement: rates}, by: [], fields: [value_sum], functions: [sum, count], of: last, window: 2s, grace: 0s, hold: 4s, as: all}
              - {name: series, match: {measurement: rates}, fields: [value_sum, sources], functions: [sum, increase], window: 2s, grace: 1s, as: series}
              - {name: hosts, match: {measurement: single}, by: [detector], distinct: [host], fields: [value_max], functions: [max, p90], of: max, window: 3s, grace: 0s, hold: 12s, as: hosts}
              - {name: of-series, match: {measurement: series}, by: [detector], fields: [value_sum_sum], functions: [max, count], of: last, window: 4s, grace: 1s, as: of_series}
              - {name: further, match: {measurement: [all, hosts]}, by: [], fields: [sources], functions: [sum], of: sum, window: 7s, grace: 0s, as: '<measurement>_further'}
              - {name: last, match: {measurement: all_further}, fields: [sources_sum], functions: [sum, count], window: 14s, grace: 0s, as: last}
            correlate:
              - {name: part, let: {one: {measurement: rates, tags: {detector: d0}, field: value_sum, function: sum, of: last}, of: {measurement: rates, field: value_sum, function: sum, of: last, hold: 4s}}, by: [], window: 2s, grace: 0s, as: part, fields: {part: one / of}}
            peers:
              - {name: odd, match: {measurement: single}, field: value_max, by: [detector], window: 2s, grace: 1s, as: odd}
            top:
              - {name: best, match: {measurement: rates}, by: [], field: value_sum, count: 2, window: 3s, grace: 0s, as: best}
            suppress:
              - {name: sums, match: {measurement: all}, field: value_sum_sum, mode: deadband, absolute: 100}
              - {name: counts, match: {measurement: series}, field: sources_sum, mode: change}
            """);

    /** Only series: the second graph has no windows of groups. */
    private static final RuleFile SERIES = parse("""
            aggregate:
              - {name: single, match: {measurement: m}, fields: [value], functions: [max], window: 1s, grace: 500ms, as: single}
              - {name: longer, match: {measurement: single}, fields: [value_max], functions: [max, count], window: 2s, grace: 1s, as: longer}
              - {name: longest, match: {measurement: longer}, fields: [value_max_max], functions: [sum, stddev], window: 6s, every: 2s, grace: 2s, as: longest}
            """);

    /** Only groups: no lines are in the log of partials. */
    private static final RuleFile GROUPS = parse("""
            aggregate:
              - {name: rates, match: {measurement: m}, by: [detector], fields: [value], functions: [sum], of: sum, window: 1s, grace: 500ms, as: rates}
              - {name: spread, match: {measurement: rates}, by: [], fields: [value_sum], functions: [spread, median], of: last, window: 1s, grace: 0s, hold: 0s, as: spread}
              - {name: most, match: {measurement: spread}, by: [], fields: [value_sum_spread], functions: [max], window: 5s, grace: 0s, hold: 5s, as: most}
            """);

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void crashesOfEitherGraphChangeNoLine() {
        Set<String> measurements = new TreeSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (RuleFile rules : List.of(ALL_KINDS, SERIES, GROUPS)) {
                List<Consumer<TopologyRig>> inputs = inputs();
                Set<String> expected = uninterrupted(rules, inputs);
                assertThat(crashed(rules, inputs, true))
                        .as("seed %d round %d", seed, round)
                        .containsExactlyInAnyOrderElementsOf(expected);
                expected.forEach(line -> measurements.add(line.split("[, ]", 2)[0]));
            }
        }
        assertThat(measurements)
                .as("seed %d", seed)
                .contains("rates", "single", "all", "series", "hosts", "of_series", "all_further", "hosts_further")
                .contains("last", "part", "odd", "best", "longer", "longest", "spread", "most");
    }

    /** Shows that the test above can fail: it does without the changelogs. */
    @Test
    void linesDifferWithoutTheChangelogs() {
        boolean isDifferent = false;
        for (int round = 0; round < 3 && !isDifferent; round++) {
            List<Consumer<TopologyRig>> inputs = inputs();
            isDifferent = !crashed(ALL_KINDS, inputs, false).equals(uninterrupted(ALL_KINDS, inputs));
        }
        assertThat(isDifferent).as("seed %d", seed).isTrue();
    }

    private static Set<String> uninterrupted(RuleFile rules, List<Consumer<TopologyRig>> inputs) {
        try (TopologyRig rig = new TopologyRig(rules)) {
            inputs.forEach(input -> input.accept(rig));
            return new HashSet<>(rig.lines(rig.topics.storage()));
        }
    }

    /** Runs both graphs, each at its own pace, until neither has anything to read. */
    private Set<String> crashed(RuleFile rules, List<Consumer<TopologyRig>> inputs, boolean restores) {
        List<Consumer<TopologyRig>> partials = new ArrayList<>();
        Set<String> stored = new HashSet<>();
        CrashingGraph.Logs written = new CrashingGraph.Logs(partials, stored);
        try (CrashingGraph first = CrashingGraph.ofInput(rules, inputs, written, random);
                CrashingGraph second = CrashingGraph.ofResults(rules, partials, written, random)) {
            int crashes = 0;
            while (first.hasMore() || second.hasMore()) {
                CrashingGraph graph = !second.hasMore() || random.nextBoolean() ? first : second;
                if (crashes < MOST_CRASHES && random.nextInt(30) == 0) {
                    graph.crash(restores);
                    crashes++;
                } else if (!graph.hasMore() || random.nextInt(6) == 0) {
                    graph.commit();
                } else {
                    graph.step();
                }
            }
        }
        return stored;
    }

    /** Hosts that come and go, states of the farm, and ticks, some of which jump. */
    private List<Consumer<TopologyRig>> inputs() {
        List<Consumer<TopologyRig>> inputs = new ArrayList<>();
        long millis = 10_000;
        inputs.add(tick(millis));
        for (int i = 0; i < RECORDS; i++) {
            boolean jumps = random.nextInt(15) == 0;
            millis += jumps ? random.nextInt(15_000) : random.nextInt(400);
            if (random.nextInt(3) == 0 || jumps) {
                inputs.add(tick(millis));
            } else if (random.nextInt(10) == 0) {
                inputs.add(state(millis, i));
            } else {
                inputs.add(batch(millis, lines(millis)));
            }
        }
        for (int i = 1; i <= 12; i++) {
            inputs.add(tick(millis + i * 9_000L));
        }
        return inputs;
    }

    private static Consumer<TopologyRig> tick(long millis) {
        return rig -> rig.tick("g", millis);
    }

    private static Consumer<TopologyRig> batch(long millis, String lines) {
        return rig -> rig.batch(millis, lines);
    }

    private static Consumer<TopologyRig> state(long millis, int run) {
        FarmState state = new FarmState(run, new TreeMap<>(Map.of("run", Integer.toString(run))));
        return rig -> rig.state(millis, state);
    }

    private String lines(long millis) {
        StringBuilder lines = new StringBuilder();
        for (int line = random.nextInt(8); line >= 0; line--) {
            int host = random.nextInt(80);
            // Results of hosts whose clock is behind may be late.
            long lagMillis = host % 4 == 0 ? host * 100 : 0;
            long stamp = (millis - lagMillis - random.nextInt(800)) * NANOS_PER_MILLI + line;
            // Results become floats with these values, and stay floats.
            String value = random.nextInt(100) + (host % 16 == 1 ? ".5" : "i");
            lines.append("m,detector=d%d,host=h%d value=%s %d\n".formatted(host % 3, host, value, stamp));
        }
        return lines.toString();
    }

    private static RuleFile parse(String rules) {
        return RuleLoader.parse("rules.yaml", "version: 1\n" + rules);
    }
}
