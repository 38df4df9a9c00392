package io.weir.processing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.state.BlockStore;
import io.weir.processing.account.StateBudget;
import io.weir.processing.series.SeriesStates;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Models a crash at any moment, 100 times (400 in long runs), and one at every record of a run,
 * without a broker. The input is read again from the committed offset. The changelog holds any mix
 * of blocks from that commit and from a later checkpoint that was cut short. In the end, the output
 * must equal that of an uninterrupted run. Meanwhile the rules change, and others may be active at
 * the restart. The farm's state changes, too, with repeated and outdated reports as from several
 * gateways.
 */
class CrashModelTest {

    private static final String FIRST_RULES = """
            version: 1
            enrich:
              - {name: rack, match: {measurement: cpu}, lookup: {file: hosts.csv, by: host, add: rack}}
              - {name: run, match: {tags: {host: "*1"}}, state: {run: run}}
              - {name: beam, match: {tags: {host: "*2"}}, state: {beam: beam}}
            convert:
              - {name: tenths, match: {measurement: cpu}, field: value, scale: 0.1}
              - {name: words, match: {measurement: cpu}, field: beat, map: {1: one, 2: two}, otherwise: many}
            derive:
              - {name: rate, match: {measurement: cpu}, field: value, function: rate}
              - {name: age, match: {measurement: "*"}, field: status, function: since-change}
              - {name: trend, match: {measurement: cpu}, field: value, function: trend, over: 1s}
              - {name: both, match: {measurement: cpu}, expression: "value_rate + status", as: both}
            aggregate:
              - {name: cpu-1s, match: {measurement: cpu}, fields: [value], functions: [sum, count, last], window: 1s, grace: 1s, repeats: count}
              - {name: hop, match: {measurement: cpu}, fields: ["*"], functions: [stddev, rate, p90], window: 3s, every: 1s}
              - {name: run-totals, match: {measurement: cpu}, fields: [value, load], functions: [sum, count, last, increase, p90], window: {state: run}}
              - {name: beam-totals, match: {measurement: cpu}, fields: [status], functions: [sum], window: {state: beam}, keep-raw: true}
            suppress:
              - {name: status, match: {measurement: "*"}, field: status, mode: change, heartbeat: 3s}
              - {name: load, match: {measurement: "*"}, field: load, mode: deadband, absolute: 10}
              - {name: note, match: {measurement: "*"}, field: note, mode: change}
              - {name: beat, match: {measurement: "*"}, field: beat, mode: at-most, every: 2s}
            """;

    private static final RuleFile RULES = rules("host,rack\nh1,A\nh2,A\nh3,B\nh4,\n");

    /** The same rules with another table: some hosts move, one is added, one is removed. */
    private static final RuleFile OTHER_TABLE = rules("host,rack\nh1,B\nh3,B\nh4,A\nh5,C\n");

    /** One aggregation stays, one is added, and other fields of a value are stored. */
    private static final RuleFile MORE_RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            enrich:
              - {name: run, match: {tags: {host: "*1*"}}, state: {run: run}}
            convert:
              - {name: tenths, match: {measurement: cpu}, field: "*", scale: 0.5}
            derive:
              - {name: trend, match: {measurement: cpu}, field: value, function: time-until, over: 1s, above: 100}
              - {name: rate, match: {measurement: cpu}, field: value, function: difference}
              - {name: each, match: {measurement: cpu}, field: "*", function: increment}
              - {name: usual, match: {measurement: cpu}, field: value, function: ewma, over: 1s}
              - {name: ago, match: {measurement: cpu}, field: value, function: delta, over: 1s}
              - {name: unusual, match: {measurement: cpu}, field: value, function: z-score, over: 1s}
            aggregate:
              - {name: connections, match: {measurement: connections, tags: {host: "h1*"}}, fields: [value], functions: [max, last], window: 1s, keep-raw: true}
              - {name: cpu-2s, match: {measurement: cpu}, fields: [value], functions: [sum, count, time-average], window: 2s, grace: 1s}
              - {name: cpu-1s, match: {measurement: cpu}, fields: [value], functions: [mean, first], window: 1s, grace: 1s, repeats: count, keep-raw: true}
              - {name: run-totals, match: {measurement: cpu}, fields: [value, load], functions: [sum, count, last, increase, p90], window: {state: run}}
              - {name: beam-totals, match: {measurement: cpu}, fields: [beat], functions: [sum], window: {state: beam}}
            suppress:
              - {name: results, match: {measurement: cpu_run}, mode: deadband, absolute: 50}
              - {name: status, match: {measurement: "*"}, field: status, mode: change, heartbeat: 3s}
              - {name: beat, match: {measurement: "*"}, field: beat, mode: at-most, every: 2s}
              - {name: note, match: {measurement: "*"}, field: note, mode: change}
            """);

    /** Half of the series have no state. */
    private static final RuleFile FEWER_RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            enrich:
              - {name: first, match: {tags: {host: "h?"}}, set: {group: first}}
            derive:
              - {name: age, match: {tags: {host: "h1*"}}, field: status, function: since-change}
            aggregate:
              - {name: cpu-1s, match: {measurement: cpu, tags: {host: "h1*"}}, fields: [value], functions: [sum, count, last], window: 1s, grace: 1s, repeats: count}
            """);

    private static final List<RuleFile> VERSIONS = List.of(RULES, MORE_RULES, FEWER_RULES, OTHER_TABLE);

    private static final boolean IS_LONG = Boolean.getBoolean("weir.test.long");
    private static final int RECORDS = 60;

    /**
     * One input record: lines, with the gateway as their batch number; a tick if there are no
     * lines; a marker if there are rules or a state.
     */
    private record Input(
            long millis,
            String lines,
            String gateway,
            @Nullable RuleFile rules,
            @Nullable FarmState state) {
        Input(long millis, String lines, String gateway, @Nullable RuleFile rules) {
            this(millis, lines, gateway, rules, null);
        }
    }

    /** The effect of one input record, and the number of lines refused so far. */
    private record Effect(List<String> storage, List<TestRecord<byte[], byte[]>> changelog, double refused) {}

    /**
     * A crash, by numbers of records.
     *
     * @param committed how many were read before the last commit
     * @param at how many were read before the crash
     * @param restores whether the changelog is restored
     */
    private record Crash(int committed, int at, boolean restores) {

        static Crash any(Random random, int records) {
            int committed = random.nextInt(records);
            return new Crash(committed, committed + random.nextInt(records - committed), true);
        }

        Crash withoutChangelog() {
            return new Crash(committed, at, false);
        }
    }

    private static final StateBudget AMPLE = ProcessingConfig.defaults().state();

    /** Too little memory for all series and their windows. */
    private static final StateBudget SCARCE = new StateBudget(250_000, 90, 100);

    @Test
    void outputEqualsAnUninterruptedRun() {
        assertThat(refusedInCrashes(IS_LONG ? 40 : 6, AMPLE)).isZero();
    }

    @Test
    void aReplayRefusesTheSameLines() {
        assertThat(refusedInCrashes(IS_LONG ? 15 : 5, SCARCE)).isPositive();
    }

    /** Returns how many lines were refused memory. */
    private static double refusedInCrashes(int rounds, StateBudget budget) {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        double refused = 0;
        for (int round = 0; round < rounds; round++) {
            List<Input> inputs = inputs(random);
            List<Effect> reference = uninterrupted(inputs, budget);
            refused += reference.get(reference.size() - 1).refused;
            for (int crash = 0; crash < 10; crash++) {
                Map<String, String> got = crashed(inputs, reference, Crash.any(random, inputs.size()), random, budget);
                assertThat(got)
                        .as("seed %d round %d crash %d", seed, round, crash)
                        .isEqualTo(points(reference));
            }
        }
        return refused;
    }

    @Test
    void crashesAtEveryRecordChangeNoOutput() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        List<Input> inputs = inputs(random);
        List<Effect> reference = uninterrupted(inputs, AMPLE);
        Map<String, String> expected = points(reference);
        for (int record = 0; record <= inputs.size(); record++) {
            Crash crash = new Crash(random.nextInt(record + 1), record, true);
            assertThat(crashed(inputs, reference, crash, random, AMPLE))
                    .as("seed %d %s", seed, crash)
                    .isEqualTo(expected);
        }
    }

    /** Shows that the tests above can fail: they do without the changelog. */
    @Test
    void outputDiffersWithoutTheChangelog() {
        Random random = new Random(1);
        List<Input> inputs = inputs(random);
        List<Effect> reference = uninterrupted(inputs, AMPLE);
        int different = 0;
        for (int crash = 0; crash < 10; crash++) {
            Crash without = Crash.any(random, inputs.size()).withoutChangelog();
            different += crashed(inputs, reference, without, random, AMPLE).equals(points(reference)) ? 0 : 1;
        }
        assertThat(different).isPositive();
    }

    private static Map<String, String> crashed(
            List<Input> inputs, List<Effect> reference, Crash crash, Random random, StateBudget budget) {
        Map<String, String> written = points(reference.subList(0, crash.at));
        try (TopologyRig rig = new TopologyRig(rules(random.nextInt(VERSIONS.size())), budget)) {
            for (int offset = 0; offset < crash.committed; offset++) {
                rig.batch(0, "# only moves the offset");
            }
            if (crash.restores) {
                restore(rig.store(), reference, crash, random);
            }
            for (Input input : inputs.subList(crash.committed, inputs.size())) {
                put(written, pipe(rig, input).storage);
            }
        }
        return written;
    }

    private static void restore(BlockStore<SeriesStates> store, List<Effect> reference, Crash crash, Random random) {
        new CutCheckpoint(changelog(reference.subList(0, crash.committed)), changelog(reference.subList(0, crash.at)))
                .restore(store, random);
    }

    private static List<TestRecord<byte[], byte[]>> changelog(List<Effect> effects) {
        return effects.stream().flatMap(effect -> effect.changelog.stream()).toList();
    }

    private static List<Effect> uninterrupted(List<Input> inputs, StateBudget budget) {
        List<Effect> effects = new ArrayList<>();
        try (TopologyRig rig = new TopologyRig(rules(0), budget)) {
            for (Input input : inputs) {
                effects.add(pipe(rig, input));
            }
        }
        return effects;
    }

    private static Effect pipe(TopologyRig rig, Input input) {
        if (input.rules != null) {
            rig.marker(input.millis, input.rules);
        } else if (input.state != null) {
            rig.state(input.millis, input.state);
        } else if (input.lines.isEmpty()) {
            rig.tick(input.gateway, input.millis);
        } else {
            rig.batch("g0", 1, Long.parseLong(input.gateway), input.millis, input.lines);
        }
        return new Effect(
                rig.lines(rig.topics.storage()),
                rig.output(TopologyRig.CHANGELOG),
                rig.count("weir.processing.rejected"));
    }

    private static RuleFile rules(String table) {
        return RuleLoader.parse("rules.yaml", FIRST_RULES, name -> table.getBytes(UTF_8));
    }

    private static KnownRules rules(int active) {
        return new KnownRules(VERSIONS.get(active), VERSIONS);
    }

    /** The final content of a store: values by series, timestamp and field. */
    private static Map<String, String> points(List<Effect> effects) {
        Map<String, String> points = new HashMap<>();
        effects.forEach(effect -> put(points, effect.storage));
        return points;
    }

    private static void put(Map<String, String> points, List<String> lines) {
        for (String line : lines) {
            String[] parts = line.split(" ");
            for (String field : parts[1].split(",")) {
                String[] keyAndValue = field.split("=");
                points.put(parts[0] + " " + parts[2] + " " + keyAndValue[0], keyAndValue[1]);
            }
        }
    }

    /**
     * The content of the state topic up to an offset: each of two names changes now and then, or is
     * not set.
     */
    private static FarmState state(long offset) {
        TreeMap<String, String> values = new TreeMap<>();
        if (offset / 5 % 3 > 0) {
            values.put("run", Long.toString(offset / 5));
        }
        if (offset / 8 % 2 > 0) {
            values.put("beam", Long.toString(offset / 8));
        }
        return new FarmState(offset, values);
    }

    /**
     * Two gateways and 200 series with different clocks: several blocks, of which a record changes
     * some.
     */
    private static List<Input> inputs(Random random) {
        List<Input> inputs = new ArrayList<>();
        long[] skewMillis = random.longs(200, -5_000, 5_000).toArray();
        long millis = 1_000_000;
        inputs.add(new Input(millis, "", "", RULES));
        for (int i = 1; i < RECORDS; i++) {
            millis += random.nextInt(300);
            if (random.nextInt(15) == 0) {
                inputs.add(new Input(millis, "", "", VERSIONS.get(random.nextInt(VERSIONS.size()))));
                continue;
            }
            if (random.nextInt(10) == 0) {
                long offset = Math.max(0, i - random.nextInt(12));
                inputs.add(new Input(millis, "", "", null, state(offset)));
                continue;
            }
            if (random.nextInt(3) == 0) {
                inputs.add(new Input(millis - random.nextInt(50), "", "g" + random.nextInt(2), null));
                continue;
            }
            if (random.nextInt(6) == 0) {
                // A batch that was already received, unless this is one of the first.
                inputs.stream().filter(each -> !each.lines.isEmpty()).findAny().ifPresent(inputs::add);
                continue;
            }
            StringBuilder lines = new StringBuilder();
            for (int line = random.nextInt(30); line >= 0; line--) {
                int series = random.nextInt(200);
                long stamp = (millis + skewMillis[series] - random.nextInt(400)) * 1_000_000 + inputs.size();
                lines.append("cpu,host=h%d value=%d,status=%di,load=%d,beat=%d,note=\"%s\" %d\n"
                        .formatted(
                                series,
                                random.nextInt(100),
                                random.nextInt(2),
                                random.nextInt(30),
                                random.nextInt(100),
                                "x".repeat(100 * random.nextInt(5)),
                                stamp));
            }
            for (int line = random.nextInt(10); line > 0; line--) {
                lines.append(changeLine(random, millis));
            }
            inputs.add(new Input(millis, lines.toString(), Integer.toString(i), null));
        }
        return inputs;
    }

    /** Sets or changes a kept value. */
    private static String changeLine(Random random, long millis) {
        return "connections,host=h%d value=%d,weir:change=%b %d\n"
                .formatted(
                        random.nextInt(30),
                        random.nextInt(-50, 50),
                        random.nextInt(5) > 0,
                        (millis - random.nextInt(400)) * 1_000_000);
    }
}
