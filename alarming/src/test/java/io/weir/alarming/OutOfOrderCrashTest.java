package io.weir.alarming;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/**
 * A crash does not change which values are old, however long ago the newer value arrived. That
 * costs a few bytes per value.
 */
class OutOfOrderCrashTest {

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            alarms:
              - {name: hot, match: {measurement: temp}, field: c, minor: {above: 50, clear: 40}, major: {above: 70, clear: 60}}
              - {name: held, match: {measurement: temp}, field: c, major: {above: 60}, for: 2s, clear-for: 1s}
              - {name: often, match: {measurement: temp}, field: d, minor: {above: 50}, times: {n: 2, within: 5s}}
            """);

    private static final int SERIES = 300;
    private static final int RECORDS = 900;

    /**
     * From this record on, no condition changes for a time, so no block of series is saved for a
     * change.
     */
    private static final int QUIET_FROM = 60;

    /**
     * From this record on, half of the series are silent for longer than the journal of stamps
     * reaches back.
     */
    private static final int SILENT_FROM = 300;

    private static final int SILENT_UNTIL = 700;

    private record Input(long millis, String lines) {}

    /** The changelog records of an input, and the condition changes. */
    private record Effect(List<TestRecord<byte[], byte[]>> changelog, List<String> changes) {}

    @Test
    void aCrashChangesNoDecision() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        List<Input> inputs = inputs(random);
        List<Effect> reference;
        try (TopologyRig rig = new TopologyRig(RULES)) {
            reference = inputs.stream().map(input -> pipe(rig, input)).toList();
            assertThat(rig.ofRule("weir.alarming.out.of.order", "held")).isGreaterThan(100);
        }
        for (int crash = 0; crash < 12; crash++) {
            int committed = crash == 0 ? SILENT_UNTIL - 1 : 1 + random.nextInt(RECORDS - 1);
            assertThat(crashed(committed, inputs, reference))
                    .as("seed %d committed %d", seed, committed)
                    .isEqualTo(changes(reference.subList(committed, RECORDS)));
        }
    }

    @Test
    void anUnchangingValueCostsAFewBytes() {
        StringBuilder lines = new StringBuilder();
        for (int series = 0; series < SERIES; series++) {
            lines.append("temp,host=h%d c=20 ".formatted(series)).append("%1$d\n");
        }
        long bytes = 0;
        try (TopologyRig rig = new TopologyRig(RULES)) {
            for (int record = 0; record < 1_000; record++) {
                long millis = 1_000_000 + record * 50L;
                rig.batch(millis, lines.toString().formatted(millis * 1_000_000));
                for (TestRecord<byte[], byte[]> saved : rig.output(TopologyRig.CONDITIONS)) {
                    // The first record saves every series completely.
                    bytes += record == 0 || saved.value() == null ? 0 : saved.value().length;
                }
            }
        }
        // Each series has two conditions.
        assertThat(bytes / (999 * SERIES)).isLessThan(16);
    }

    private static List<String> crashed(int committed, List<Input> inputs, List<Effect> reference) {
        try (TopologyRig rig = new TopologyRig(RULES)) {
            for (int before = 0; before < committed; before++) {
                rig.batch(0, "# only moves the offset");
            }
            for (Effect effect : reference.subList(0, committed)) {
                effect.changelog.forEach(record -> rig.store().restore(record.key(), record.value()));
            }
            rig.output(rig.topics.conditions());
            return changes(inputs.subList(committed, RECORDS).stream()
                    .map(input -> pipe(rig, input))
                    .toList());
        }
    }

    private static Effect pipe(TopologyRig rig, Input input) {
        rig.batch(input.millis, input.lines);
        List<String> changes = new ArrayList<>();
        for (TestRecord<byte[], byte[]> change : rig.output(rig.topics.conditions())) {
            if (change.key().length > 0) {
                changes.add(new String(change.value(), UTF_8));
            }
        }
        return new Effect(rig.output(TopologyRig.CONDITIONS), changes);
    }

    private static List<String> changes(List<Effect> effects) {
        return effects.stream().flatMap(effect -> effect.changes.stream()).toList();
    }

    /** Generates records of a few lines, many of them out of order, and some ticks. */
    private static List<Input> inputs(Random random) {
        List<Input> inputs = new ArrayList<>();
        long millis = 1_000_000;
        long silentSince = 0;
        while (inputs.size() < RECORDS) {
            millis += random.nextInt(200);
            boolean isQuiet = inputs.size() >= QUIET_FROM && inputs.size() < SILENT_UNTIL;
            boolean isSilence = isQuiet && inputs.size() >= SILENT_FROM;
            silentSince = inputs.size() < SILENT_FROM ? millis : silentSince;
            StringBuilder lines = new StringBuilder();
            for (int line = random.nextInt(10) == 0 ? 0 : random.nextInt(20); line > 0; line--) {
                int series = isSilence ? random.nextInt(SERIES / 2) * 2 : random.nextInt(SERIES);
                boolean isLate = !isQuiet && random.nextInt(4) == 0;
                // Later than the last note before the silence, or slightly earlier.
                long late = isLate ? millis - silentSince + random.nextInt(8_000) : random.nextInt(100);
                // Values in order seldom change a condition, so blocks are seldom saved; late ones
                // would change it.
                int value = !isQuiet && random.nextInt(isLate ? 2 : 400) == 0 ? 95 : 20;
                String other = random.nextBoolean() ? ",d=" + (120 - value) : "";
                lines.append("temp,host=h%d c=%d%s %d\n"
                        .formatted(series, value, isLate ? other : "", (millis - late) * 1_000_000));
            }
            inputs.add(new Input(millis, lines.toString()));
        }
        return inputs;
    }
}
