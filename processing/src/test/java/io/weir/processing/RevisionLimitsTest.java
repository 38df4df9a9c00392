package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.processing.account.StateBudget;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A result is not revised if the revised one would lack something that the first one has. */
class RevisionLimitsTest {

    private static final int ROUNDS = Boolean.getBoolean("weir.test.long") ? 20 : 8;
    private static final String RACKS = """
            version: 1
            aggregate:
              - {name: rack, match: {measurement: m}, by: [rack], fields: [value], functions: [sum], %s, window: 10s, grace: 0s, as: rack, %s}
            """;
    private static final String REVISED = "late: revise, for: 60s";

    private static final RuleFile BEFORE_MOVE = rules(RACKS.formatted("of: last, hold: 10m", REVISED));
    private static final RuleFile AFTER_MOVE = rules(RACKS.formatted("of: last, hold: 10m", REVISED) + """
            enrich:
              - {name: moved, match: {measurement: m, tags: {host: b}}, set: {rack: s}}
            """);
    private static final Rules MOVED = new KnownRules(BEFORE_MOVE, List.of(AFTER_MOVE));

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** A late value of one host must not remove the held value of another. */
    @Test
    void aSeriesThatMovedIsNotMissed() {
        try (TopologyRig merge = new TopologyRig(MOVED)) {
            assertThat(last(merged(merge, move(52))))
                    .containsEntry("rack,rack=r 30", "value_sum=6.0,sources=2i,held=2i,samples=0i")
                    .containsEntry("rack,rack=r 40", "value_sum=6.0,sources=2i,held=2i,samples=0i");
        }
    }

    /** Windows whose revised result has been decided are not sent again when a series leaves the group. */
    @Test
    void aSeriesThatMovedContributesToNoWindowTwice() {
        try (TopologyRig merge = new TopologyRig(MOVED)) {
            merged(merge, move(152));

            assertThat(merge.count("weir.processing.late")).isZero();
        }
    }

    /** The partials of a series that is held, and moves to another group at this second. */
    private static List<TestRecord<byte[], byte[]>> move(int second) {
        try (TopologyRig rig = new TopologyRig(MOVED)) {
            ticks(rig, 1, 1);
            rig.batch(1_000, line("rack=r,host=a", 1, 1) + line("rack=r,host=b", 5, 1));
            ticks(rig, 2, second);
            rig.batch(second * 1_000L, line("rack=r,host=a", 2, 35));
            rig.marker((second + 1) * 1_000L, AFTER_MOVE);
            rig.batch((second + 2) * 1_000L, line("rack=r,host=b", 5, second + 2));
            ticks(rig, second + 2, second + 150);
            return rig.output(rig.topics.partials());
        }
    }

    /** A revised result under the tags of the next run would be a point of another series. */
    @Test
    void aResultUnderOtherTagsIsNotRevised() {
        RuleFile rules = rules("""
                version: 1
                enrich:
                  - {name: run, match: {measurement: m}, state: {run: run}}
                aggregate:
                  - {name: one, match: {measurement: m}, fields: [value], functions: [sum], window: 10s, grace: 0s, as: one, late: revise, for: 60s}
                """);
        try (TopologyRig rig = new TopologyRig(rules)) {
            rig.state(500, new FarmState(1, new TreeMap<>(Map.of("run", "1"))));
            ticks(rig, 1, 1);
            rig.batch(1_000, line("host=a", 1, 1));
            ticks(rig, 2, 15);
            rig.batch(15_000, line("host=a", 2, 5));
            rig.state(20_000, new FarmState(2, new TreeMap<>(Map.of("run", "2"))));
            rig.batch(31_000, line("host=a", 3, 31));
            ticks(rig, 32, 45);
            rig.batch(45_000, line("host=a", 4, 35));
            ticks(rig, 46, 200);

            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactly(
                            "one,host=a,run=1 value_sum=1.0 0",
                            "one,host=a,run=2 value_sum=3.0 30000000000",
                            "one,host=a,run=2 value_sum=7.0,revision=1i 30000000000");
        }
    }

    /** A late value opens a group beyond the limit, so that one that had a result has no place. */
    @Test
    void aPartitionWithTooManyGroupsIsNotMissed() {
        RuleFile rules = rules(RACKS.formatted("of: sum, max-groups: 2", REVISED));
        try (TopologyRig one = new TopologyRig(Rules.fixed(rules), 2);
                TopologyRig other = new TopologyRig(Rules.fixed(rules), 2);
                TopologyRig merge = new TopologyRig(Rules.fixed(rules), 2)) {
            ticks(one, 1, 1);
            one.batch(1_000, line("rack=c,host=c", 1, 1));
            one.batch(1_000, line("rack=a,host=a", 1, 1));
            ticks(one, 2, 11);
            ticks(other, 1, 11);
            one.batch(11_000, line("rack=a,host=a", 1, 11) + line("rack=b,host=b", 5, 11));
            other.batch(11_000, line("rack=b,host=d", 2, 11));
            ticks(one, 12, 22);
            ticks(other, 12, 22);
            one.batch(22_000, line("rack=c,host=c", 1, 12));
            other.batch(22_000, line("rack=b,host=d", 3, 12));
            ticks(one, 23, 120);
            ticks(other, 23, 120);

            assertThat(last(merged(merge, partials(one), partials(other))))
                    .containsEntry("rack,rack=b 10", "value_sum=7.0,sources=2i,held=0i,samples=2i");
        }
    }

    /** Beyond the values that a series remembers, a late value may be one that was counted. */
    @Test
    void aValueThatMayBeARepeatIsStoredRaw() {
        try (TopologyRig rig = new TopologyRig(rules("""
                version: 1
                aggregate:
                  - {name: one, match: {measurement: m}, fields: [value], functions: [count], window: 10s, grace: 0s, as: one, late: revise, for: 50m}
                """))) {
            ticks(rig, 1, 1);
            for (int second = 1; second < 2_000; second++) {
                rig.batch(second * 1_000L, line("host=a", 1, second));
            }
            rig.batch(2_000_000, line("host=a", 1, 503));
            ticks(rig, 2_000, 6_000);
            List<String> stored = rig.lines(rig.topics.storage());

            assertThat(stored).noneMatch(line -> line.contains("revision")).contains("m,host=a value=1 503000000000");
            assertThat(rig.count("weir.processing.late")).isEqualTo(1);
            assertThat(rig.count("weir.processing.revised")).isZero();
        }
    }

    @Test
    void valuesThatAreTooLateTakeNoMemory() {
        try (TopologyRig rig = new TopologyRig(rules("""
                version: 1
                aggregate:
                  - {name: one, match: {measurement: m}, fields: [value], functions: [sum], window: 1s, grace: 0s, as: one, late: revise, for: 3s}
                """))) {
            ticks(rig, 50_000, 50_000);
            rig.batch(50_000_000, line("host=a", 1, 50_000));
            ticks(rig, 50_020, 50_020);
            long before = rig.store().workingSet().account().bytes();
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < 5_000; i++) {
                lines.append(line("host=a", 1, 10_000 + i));
            }
            rig.batch(50_021_000, lines.toString());
            ticks(rig, 50_022, 50_060);

            assertThat(rig.store().workingSet().account().bytes()).isEqualTo(before);
            assertThat(rig.count("weir.processing.late")).isEqualTo(5_000);
        }
    }

    /** The windows that are open when a rule begins to revise are revised. */
    @Test
    void openWindowsAreRevisedAfterASwitch() {
        RuleFile before = rules(RACKS.formatted("of: sum", "late: store"));
        RuleFile after = rules(RACKS.formatted("of: sum", REVISED));
        KnownRules known = new KnownRules(before, List.of(after));
        try (TopologyRig rig = new TopologyRig(known);
                TopologyRig merge = new TopologyRig(known)) {
            rig.marker(500, before);
            ticks(rig, 1, 1);
            rig.batch(11_000, line("rack=r,host=a", 1, 11));
            ticks(rig, 12, 12);
            rig.marker(12_500, after);
            ticks(rig, 13, 21);
            rig.batch(21_000, line("rack=r,host=a", 3, 15));
            ticks(rig, 22, 100);

            assertThat(last(merged(merge, partials(rig))))
                    .containsEntry("rack,rack=r 10", "value_sum=4.0,sources=1i,held=0i,samples=2i,revision=1i");
        }
    }

    /** A store refuses floats and integers in one field. */
    @Test
    void revisedResultsHaveTheTypeOfTheFirst() {
        RuleFile before = rules(RACKS.formatted("of: sum", "late: store"));
        RuleFile after = rules(RACKS.formatted("of: sum", REVISED));
        KnownRules known = new KnownRules(before, List.of(after));
        try (TopologyRig rig = new TopologyRig(known);
                TopologyRig merge = new TopologyRig(known)) {
            ticks(rig, 1, 1);
            rig.batch(1_000, "m,rack=r,host=c value=1.5 1000000000\n");
            for (int window = 1; window < 12; window++) {
                int second = window * 10 + 1;
                rig.batch(second * 1_000L, "m,rack=r,host=a value=1i %d000000000\n".formatted(second));
                if (window == 3) {
                    rig.marker(32_000, after);
                }
                if (window == 9) {
                    rig.batch(92_000, "m,rack=r,host=a value=3i 75000000000\n");
                }
                ticks(rig, second + 4, second + 4);
            }
            ticks(rig, 120, 220);

            assertThat(last(merged(merge, partials(rig))))
                    .containsEntry("rack,rack=r 70", "value_sum=4.0,sources=1i,held=0i,samples=2i,revision=1i");
        }
    }

    /** With more histograms than a series keeps, late ones are stored raw. */
    @Test
    void aLateHistogramBeyondTheLimitIsStoredRaw() {
        RuleFile rules = rules("""
                version: 1
                aggregate:
                  - {name: h, match: {measurement: m}, by: [], exponential: s, functions: [p50], window: 10s, grace: 0s, as: h, late: revise, for: 50m}
                """);
        String fields = "scale=0i,zero_count_delta=1i,positive_offset=0i";
        try (TopologyRig rig = new TopologyRig(Rules.fixed(rules))) {
            for (int second = 1; second <= 1_400; second++) {
                rig.batch(second * 1_000L, "m %s %d000000000\n".formatted(fields, second));
                rig.tick("g", second * 1_000L);
            }
            rig.batch(1_400_000, "m %s 1391500000000\n".formatted(fields));

            assertThat(rig.lines(rig.topics.storage())).contains("m %s 1391500000000".formatted(fields));
            assertThat(rig.count("weir.processing.late")).isEqualTo(3);
            assertThat(rig.count("weir.processing.revised")).isZero();
        }
    }

    /** If the budget refuses values, a revised result has no fewer values than the first one. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "fields: [value], functions: [count], of: sum, hold: 0s, window: 2s",
                "fields: [value], functions: [count], of: sum, hold: 0s, window: 6s, every: 2s",
                "exponential: s, functions: [p50], window: 2s",
                "exponential: s, functions: [p50], window: 6s, every: 2s"
            })
    void withoutMemoryNoResultBecomesWorse(String keys) {
        RuleFile rules = rules("""
                version: 1
                aggregate:
                  - {name: tot, match: {measurement: m}, by: [rack], %s, grace: 0s, as: tot, late: revise, for: 20s}
                """.formatted(keys));
        int revised = 0;
        for (int round = 0; round < ROUNDS; round++) {
            StateBudget budget = new StateBudget(20_000 + random.nextInt(30_000), 100, 100);
            try (TopologyRig rig = new TopologyRig(Rules.fixed(rules), budget);
                    TopologyRig merge = new TopologyRig(Rules.fixed(rules))) {
                sendRandom(rig);
                Map<String, Integer> first = new HashMap<>();
                for (String line : merged(merge, partials(rig))) {
                    String key = line.replaceFirst(" .* ", " ");
                    int samples = Integer.parseInt(line.replaceFirst(".*samples=(\\d+)i.*", "$1"));
                    assertThat(samples)
                            .as("seed %d round %d: %s", seed, round, line)
                            .isGreaterThanOrEqualTo(first.getOrDefault(key, 0));
                    first.put(key, samples);
                    revised += line.contains("revision") ? 1 : 0;
                }
            }
        }
        assertThat(revised).as("seed %d", seed).isPositive();
    }

    private void sendRandom(TopologyRig rig) {
        long millis = 1_000;
        rig.tick("g", millis);
        for (int i = 0; i < 200; i++) {
            millis += random.nextInt(800);
            StringBuilder lines = new StringBuilder();
            for (int line = random.nextInt(3); line >= 0; line--) {
                long age = random.nextInt(3) == 0 ? random.nextInt(15_000) : 0;
                lines.append("m,rack=r%d,host=h%d value=1i,scale=0i,zero_count_delta=1i,positive_offset=0i %d000000\n"
                        .formatted(random.nextInt(3), random.nextInt(4), Math.max(1, millis - age)));
            }
            rig.batch(millis, lines.toString());
            rig.tick("g", millis);
        }
        for (int i = 0; i < 60; i++) {
            millis += 1_000;
            rig.tick("g", millis);
        }
    }

    private static RuleFile rules(String text) {
        return RuleLoader.parse("rules.yaml", text);
    }

    private static String line(String tags, int value, int second) {
        return "m,%s value=%d %d000000000\n".formatted(tags, value, second);
    }

    private static void ticks(TopologyRig rig, int from, int to) {
        for (int second = from; second <= to; second++) {
            rig.tick("g", second * 1_000L);
        }
    }

    private static List<TestRecord<byte[], byte[]>> partials(TopologyRig rig) {
        return rig.output(rig.topics.partials());
    }

    /** The results of the groups, from the partials of each partition, one after the other. */
    @SafeVarargs
    private static List<String> merged(TopologyRig merge, List<TestRecord<byte[], byte[]>>... partials) {
        for (int source = 0; source < partials.length; source++) {
            for (TestRecord<byte[], byte[]> partial : partials[source]) {
                merge.partial(source, partial);
            }
        }
        return merge.lines(merge.topics.storage());
    }

    /** The fields of the last line of each series and second. */
    private static Map<String, String> last(List<String> lines) {
        Map<String, String> last = new HashMap<>();
        for (String line : lines) {
            String[] parts = line.split(" ");
            last.put(parts[0] + " " + Long.parseLong(parts[2]) / 1_000_000_000, parts[1]);
        }
        return last;
    }
}
