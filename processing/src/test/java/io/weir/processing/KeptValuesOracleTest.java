package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/**
 * Values that several gateways set and change, with repeated batches, silence beyond the expiry and
 * rules that change. The oracle is a map.
 */
class KeptValuesOracleTest {

    private static final int ROUNDS = 60;
    private static final int RECORDS = 80;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long EXPIRY_MILLIS =
            ProcessingConfig.defaults().seriesExpiry().toMillis();

    private static final RuleFile NO_RULES = RuleLoader.parse("rules.yaml", "version: 1\n");

    /** Gives some series a state of rules, and other numbers to their fields. */
    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            derive:
              - {name: double, match: {tags: {host: h1}}, expression: b * 2, as: double}
            suppress:
              - {name: never, match: {tags: {host: h1}}, field: other, mode: change}
            """);

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** The expected state of a series. */
    private static final class Kept {
        private final Map<String, Double> values = new HashMap<>();
        private long latestNanos = Long.MIN_VALUE;
        private long seenMillis;
    }

    /** A batch of a gateway, and what it wrote. */
    private record Batch(String gateway, long number, String lines) {}

    private final class Run {
        private final Map<String, Kept> series = new HashMap<>();
        private final List<String> expected = new ArrayList<>();
        private final List<Batch> sent = new ArrayList<>();
        private int fromZero;

        void start() {
            long millis = 1_000_000_000L;
            boolean isUnderRules = false;
            try (TopologyRig rig = new TopologyRig(new KnownRules(NO_RULES, List.of(NO_RULES, RULES)))) {
                for (int i = 0; i < RECORDS; i++) {
                    millis += random.nextInt(15) == 0
                            ? EXPIRY_MILLIS * (1 + random.nextInt(2)) / 2 + 1
                            : random.nextInt(1_000);
                    if (random.nextInt(12) == 0) {
                        isUnderRules = !isUnderRules;
                        rig.marker(millis, isUnderRules ? RULES : NO_RULES);
                    } else if (!sent.isEmpty() && random.nextInt(6) == 0) {
                        pipe(rig, sent.get(random.nextInt(sent.size())), millis);
                    } else {
                        Batch batch = new Batch("g" + random.nextInt(3), i, lines(millis, isUnderRules));
                        sent.add(batch);
                        pipe(rig, batch, millis);
                    }
                }
                assertThat(rig.lines(rig.topics.storage())).as("seed %d", seed).isEqualTo(expected);
                assertThat(rig.count("weir.processing.changes.from.zero"))
                        .as("seed %d", seed)
                        .isEqualTo(fromZero);
            }
        }

        private void pipe(TopologyRig rig, Batch batch, long millis) {
            rig.batch(batch.gateway, 1, batch.number, millis, batch.lines);
        }

        private String lines(long millis, boolean isUnderRules) {
            StringBuilder lines = new StringBuilder();
            for (int i = random.nextInt(6); i >= 0; i--) {
                String host = "h" + random.nextInt(4);
                String field = random.nextInt(3) == 0 ? "b" : "a";
                long nanos = (millis - random.nextInt(2_000)) * NANOS_PER_MILLI;
                double number = random.nextInt(-400, 400) / 4.0;
                String name = "connections,host=" + host;
                Kept kept = series.computeIfAbsent(host, unknown -> new Kept());
                String spelled = field + "=" + number;
                int kind = random.nextInt(6);
                if (kind > 0) {
                    if (millis - kept.seenMillis > EXPIRY_MILLIS) {
                        kept.values.clear();
                        kept.latestNanos = Long.MIN_VALUE;
                    }
                    kept.seenMillis = millis;
                }
                switch (kind) {
                    case 0 -> lines.append(line(name, spelled, nanos)); // a plain value changes nothing
                    case 1 -> {
                        kept.values.put(field, number);
                        lines.append(line(name, spelled + ",weir:change=false", nanos));
                        nanos = kept.latestNanos = Math.max(kept.latestNanos, nanos);
                    }
                    default -> {
                        fromZero += kept.values.containsKey(field) ? 0 : 1;
                        number = kept.values.merge(field, number, Double::sum);
                        lines.append(line(name, spelled + ",weir:change=true", nanos));
                        nanos = kept.latestNanos = Math.max(kept.latestNanos, nanos);
                    }
                }
                boolean isDoubled = isUnderRules && host.equals("h1") && field.equals("b");
                expected.add(line(name, field + "=" + number + (isDoubled ? ",double=" + 2 * number : ""), nanos)
                        .strip());
            }
            return lines.toString();
        }

        private static String line(String name, String fields, long nanos) {
            return name + " " + fields + " " + nanos + "\n";
        }
    }

    @Test
    void changesAddUpOnceInTheOrderOfTheLog() {
        for (int round = 0; round < ROUNDS; round++) {
            new Run().start();
        }
    }

    @Test
    void aSumBeyondADoubleIsRefusedAlone() {
        try (TopologyRig rig = new TopologyRig(NO_RULES)) {
            rig.batch(1_000, """
                    g value=1.7e308,weir:change=true 1
                    g value=1.7e308,weir:change=true 2
                    g value=-1.7e308,weir:change=true 3
                    """);
            assertThat(rig.lines(rig.topics.storage())).containsExactly("g value=1.7E308 1", "g value=0.0 3");
            assertThat(rig.count("weir.processing.rejected")).isEqualTo(1);
        }
    }

    @Test
    void aTimestampFarAheadDoesNotMoveLaterOnes() {
        try (TopologyRig rig = new TopologyRig(NO_RULES)) {
            long ahead = 10_000_000_000_000_000L;
            rig.batch(1_000, """
                    g value=1,weir:change=true 5
                    g value=1,weir:change=true %d
                    g value=1,weir:change=true 3
                    """.formatted(ahead));
            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactly("g value=1.0 5", "g value=2.0 " + ahead, "g value=3.0 5");
        }
    }

    /** The clock of a gateway or broker may be ahead together with that of the sender. */
    @Test
    void aReceiveTimeThatWasAheadDoesNotMoveLaterTimestamps() {
        try (TopologyRig rig = new TopologyRig(NO_RULES)) {
            rig.batch(3_601_000, "g value=1,weir:change=true 3601000000000");
            rig.batch(2_000, "g value=1,weir:change=true 2000000000");
            rig.batch(2_100, "g value=1,weir:change=true 1900000000");
            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactly("g value=1.0 3601000000000", "g value=2.0 2000000000", "g value=3.0 2000000000");
        }
    }

    /** Unmarked lines do not prolong the life of a value: without rules, they are not in the saved state. */
    @Test
    void aKillForgetsNoValueEarlier() {
        assertThat(valueAfter(0, false)).isEqualTo("jobs value=5.0 3960000000000");
        assertThat(valueAfter(0, true)).isEqualTo("jobs value=5.0 3960000000000");
        assertThat(valueAfter(10, false)).isEqualTo("jobs value=25.0 3960000000000");
        assertThat(valueAfter(10, true)).isEqualTo("jobs value=25.0 3960000000000");
    }

    /** The result of a change at 1:06. The series was set at a minute, and gets a plain value every ten minutes. */
    private String valueAfter(int setMinute, boolean isKilled) {
        List<TestRecord<byte[], byte[]>> saved;
        try (TopologyRig rig = new TopologyRig(NO_RULES)) {
            for (int minute = 0; minute <= 60; minute += 10) {
                rig.batch(minute * 60_000L, "jobs value=" + (minute == setMinute ? "20,weir:change=false" : "1"));
            }
            if (!isKilled) {
                return changed(rig);
            }
            saved = rig.output(TopologyRig.CHANGELOG);
        }
        try (TopologyRig rig = new TopologyRig(NO_RULES)) {
            for (int minute = 0; minute <= 60; minute += 10) {
                rig.batch(0, "# only moves the offset");
            }
            new CutCheckpoint(saved, saved).restore(rig.store(), random);
            return changed(rig);
        }
    }

    private static String changed(TopologyRig rig) {
        rig.lines(rig.topics.storage());
        rig.batch(66 * 60_000L, "jobs value=5,weir:change=true");
        return String.join(" ", rig.lines(rig.topics.storage()));
    }
}
