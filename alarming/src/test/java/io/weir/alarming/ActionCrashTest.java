package io.weir.alarming;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.ControlAction;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Simulates a crash at any moment without a broker: all stores are as of the last commit, and input
 * is read again from there. The actions, and the alarms about them, must equal those of an
 * uninterrupted run.
 */
class ActionCrashTest {

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            alarms:
              - name: hot
                match: {measurement: temp}
                field: c
                minor: {above: 50}
                major: {above: 80}
                latch: true
                action: {do: drain, severity: major, arguments: {node: "{host}"}, at-most: {n: 4, within: 30s}, confirm-within: 5s}
              - name: cold
                match: {measurement: temp}
                field: c
                major: {below: 20}
                action: {do: heat, on: unacknowledged, withdraw-on: [acknowledged], confirm-within: 3s}
              - {name: mild, match: {measurement: temp}, field: c, minor: {inside: [40, 60]}, action: {do: tell, withdraw-on: [], confirm-within: 2s}}
            """);

    /** An input: metrics, a command or a reply. */
    private record Input(
            long millis,
            @Nullable String lines,
            @Nullable String command,
            @Nullable String reply) {}

    /** The effect of one input on the stores, and its output. */
    private record Effect(
            List<TestRecord<byte[], byte[]>> conditions,
            List<TestRecord<byte[], byte[]>> alarms,
            List<TestRecord<byte[], byte[]>> marks,
            List<TestRecord<byte[], byte[]>> memory,
            List<ControlAction> actions,
            List<String> events) {}

    @Test
    void crashesChangeNoActions() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        int asked = 0;
        for (int round = 0; round < Integer.getInteger("weir.test.rounds", 10); round++) {
            List<Input> inputs = inputs(random);
            List<Effect> reference = uninterrupted(inputs);
            asked += actions(reference).size();
            for (int crash = 0; crash < 6; crash++) {
                List<Effect> crashed = crashed(inputs, reference, 1 + random.nextInt(inputs.size() - 1), true);
                assertThat(actions(crashed))
                        .as("seed %d round %d crash %d", seed, round, crash)
                        .isEqualTo(actions(reference));
                assertThat(events(crashed))
                        .as("seed %d round %d crash %d", seed, round, crash)
                        .isEqualTo(events(reference));
            }
            assertThat(actions(reference))
                    .extracting(action -> action.key() + action.kind())
                    .doesNotHaveDuplicates();
        }
        assertThat(asked).as("seed %d", seed).isGreaterThan(100);
    }

    /** Shows that the test above can fail: it does without the stored actions. */
    @Test
    void lostMemoryChangesActions() {
        Random random = new Random(1);
        List<Input> inputs = inputs(random);
        List<Effect> reference = uninterrupted(inputs);
        int different = 0;
        for (int crash = 0; crash < 10; crash++) {
            List<Effect> crashed = crashed(inputs, reference, 1 + random.nextInt(inputs.size() - 1), false);
            different += actions(crashed).equals(actions(reference)) ? 0 : 1;
        }
        assertThat(different).isPositive();
    }

    private static List<Effect> uninterrupted(List<Input> inputs) {
        try (TopologyRig rig = new TopologyRig(RULES)) {
            return inputs.stream().map(input -> pipe(rig, input)).toList();
        }
    }

    private static List<Effect> crashed(
            List<Input> inputs, List<Effect> reference, int committed, boolean remembersActions) {
        List<Effect> effects = new ArrayList<>(reference.subList(0, committed));
        try (TopologyRig rig = new TopologyRig(RULES)) {
            for (Input had : inputs.subList(0, committed)) {
                // Only moves the offsets.
                if (had.lines != null) {
                    rig.batch(0, "#");
                } else if (had.command != null) {
                    rig.command(0, "#");
                } else {
                    rig.actionReply(0, "#");
                }
            }
            for (Effect effect : List.copyOf(effects)) {
                effect.conditions.forEach(record -> rig.store().restore(record.key(), record.value()));
                effect.alarms.forEach(rig::restoreAlarm);
                effect.marks.forEach(rig::restoreMark);
                if (remembersActions) {
                    effect.memory.forEach(rig::restoreAction);
                }
            }
            rig.output(rig.topics.replies());
            inputs.subList(committed, inputs.size()).forEach(input -> effects.add(pipe(rig, input)));
        }
        return effects;
    }

    private static Effect pipe(TopologyRig rig, Input input) {
        if (input.lines != null) {
            rig.batch(input.millis, input.lines);
        } else if (input.command != null) {
            rig.command(input.millis, input.command);
        } else if (input.reply != null) {
            rig.actionReply(input.millis, input.reply);
        }
        return new Effect(
                rig.output(TopologyRig.CONDITIONS),
                rig.output(TopologyRig.ALARMS),
                rig.output(TopologyRig.MARKS),
                rig.output(TopologyRig.ACTIONS),
                rig.actions(),
                rig.events().stream()
                        .map(event -> event.transition() + " " + event.to() + " " + event.severity() + " "
                                + event.message() + " " + event.eventTime())
                        .toList());
    }

    private static List<ControlAction> actions(List<Effect> effects) {
        return effects.stream().flatMap(effect -> effect.actions.stream()).toList();
    }

    /** Sorts the events: the order of alarms that are due at the same tick is arbitrary. */
    private static List<String> events(List<Effect> effects) {
        return effects.stream()
                .flatMap(effect -> effect.events.stream())
                .sorted()
                .toList();
    }

    private static List<Input> inputs(Random random) {
        List<Input> inputs = new ArrayList<>();
        long millis = 1_000_000;
        while (inputs.size() < 80) {
            millis += random.nextInt(random.nextInt(10) == 0 ? 20_000 : 1_500);
            String host = "h" + random.nextInt(8);
            inputs.add(
                    switch (random.nextInt(4)) {
                        case 0 -> new Input(millis, null, null, reply(host, random));
                        case 1 -> new Input(millis, null, command(inputs.size(), millis, host, random), null);
                        default -> new Input(millis, lines(millis, random), null, null);
                    });
        }
        return inputs;
    }

    private static String lines(long millis, Random random) {
        StringBuilder lines = new StringBuilder();
        for (int host = 0; host < 8; host++) {
            if (random.nextInt(3) == 0) {
                lines.append("temp,host=h%d c=%d %d\n".formatted(host, random.nextInt(100), millis * 1_000_000));
            }
        }
        return lines.toString();
    }

    private static String command(int number, long millis, String host, Random random) {
        return "{\"id\":\"c%d\",\"time\":\"%s\",\"user\":\"anna\",\"operation\":\"%s\",\"alarm\":\"%s/%s\"}"
                .formatted(
                        number,
                        Instant.ofEpochMilli(millis),
                        random.nextBoolean() ? "ACKNOWLEDGE" : "UNACKNOWLEDGE",
                        any(random, "hot", "cold", "mild"),
                        host);
    }

    private static String reply(String host, Random random) {
        return "{\"key\":\"%s/%s#%d\",\"outcome\":\"%s\",\"who\":\"ecs\"}"
                .formatted(
                        any(random, "hot", "cold", "mild"),
                        host,
                        1 + random.nextInt(4),
                        any(random, "DONE", "FAILED", "REFUSED"));
    }

    private static String any(Random random, String... of) {
        return of[random.nextInt(of.length)];
    }
}
