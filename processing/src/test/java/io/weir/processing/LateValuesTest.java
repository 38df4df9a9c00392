package io.weir.processing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.topic.Rejection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/** Late lines beyond the limit are rejected: each late value is in storage or in rejected. */
class LateValuesTest {

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate:
              - {name: one, match: {measurement: cpu}, fields: [value], functions: [count], window: 1s}
              - {name: all, match: {measurement: job}, by: [], fields: [value], functions: [count], window: 1s}
            """);

    private static final long START = 1_800_000_000;
    private static final int LIMIT = 5;

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** Storage and rejected of a run. */
    private record Outcome(List<String> stored, List<String> rejected) {}

    @Test
    void linesBeyondTheLimitAreRejected() {
        try (TopologyRig rig = rig()) {
            rig.tick("g", START * 1_000);
            rig.batch(START * 1_000, line("cpu", 0, 0) + line("job", 0, 0));
            for (int second = 10; second < 12; second++) {
                rig.batch((START + second) * 1_000, line("cpu", 0, second));
                rig.tick("g", (START + second) * 1_000);
                StringBuilder late = new StringBuilder();
                for (int line = 0; line < LIMIT; line++) {
                    late.append(line("cpu", 0, line * 0.01)).append(line("job", line, line * 0.01));
                }
                rig.batch((START + second) * 1_000, late.toString());
            }

            Outcome outcome = outcome(rig);
            assertThat(outcome.stored).hasSize(2 * LIMIT);
            assertThat(outcome.rejected).hasSize(2 * LIMIT).allMatch(line -> line.startsWith("late "));
            assertThat(rig.count("weir.processing.late")).isEqualTo(4 * LIMIT);
            assertThat(rig.count("weir.processing.rejected")).isEqualTo(2 * LIMIT);
        }
    }

    /** After a crash, no line that was stored is rejected instead. */
    @Test
    void aCrashLosesNoLateValue() {
        List<Consumer<TopologyRig>> inputs = inputs();
        List<Outcome> outcomes = new ArrayList<>();
        List<List<TestRecord<byte[], byte[]>>> changelog = new ArrayList<>();
        try (TopologyRig rig = rig()) {
            for (Consumer<TopologyRig> input : inputs) {
                input.accept(rig);
                outcomes.add(outcome(rig));
                changelog.add(rig.output(TopologyRig.CHANGELOG));
            }
        }
        Set<String> stored = new HashSet<>();
        Set<String> rejected = new HashSet<>();
        outcomes.forEach(each -> stored.addAll(each.stored));
        outcomes.forEach(each -> rejected.addAll(each.rejected));
        assertThat(stored).as("seed %d", seed).isNotEmpty();
        assertThat(rejected).as("seed %d", seed).isNotEmpty();
        for (int crash = 0; crash < 30; crash++) {
            int committed = random.nextInt(inputs.size());
            int checkpointed = committed + random.nextInt(Math.min(5, inputs.size() - committed));
            Set<String> storedAgain = new HashSet<>();
            Set<String> rejectedAgain = new HashSet<>();
            outcomes.subList(0, checkpointed).forEach(each -> storedAgain.addAll(each.stored));
            outcomes.subList(0, checkpointed).forEach(each -> rejectedAgain.addAll(each.rejected));
            try (TopologyRig rig = rig()) {
                for (int offset = 0; offset < committed; offset++) {
                    rig.batch(0, "# only moves the offset");
                }
                new CutCheckpoint(concat(changelog.subList(0, committed)), concat(changelog.subList(0, checkpointed)))
                        .restore(rig.store(), random);
                inputs.subList(committed, inputs.size()).forEach(input -> input.accept(rig));
                Outcome after = outcome(rig);
                storedAgain.addAll(after.stored);
                rejectedAgain.addAll(after.rejected);
            }
            assertThat(storedAgain).as("seed %d crash %d", seed, crash).containsAll(stored);
            storedAgain.addAll(rejectedAgain);
            stored.forEach(storedAgain::remove);
            assertThat(storedAgain).as("seed %d crash %d", seed, crash).isEqualTo(rejected);
        }
    }

    private List<Consumer<TopologyRig>> inputs() {
        List<Consumer<TopologyRig>> inputs = new ArrayList<>();
        for (int second = 0; second < 60; second++) {
            long millis = (START + second) * 1_000;
            for (int record = 0; record < 3; record++) {
                StringBuilder lines = new StringBuilder();
                for (int line = 0; line < 10; line++) {
                    double behind = random.nextInt(2) * random.nextDouble() * second;
                    lines.append(line(random.nextBoolean() ? "cpu" : "job", random.nextInt(50), second - behind));
                }
                inputs.add(rig -> rig.batch(millis, lines.toString()));
            }
            inputs.add(rig -> rig.tick("g", millis));
        }
        return inputs;
    }

    private static TopologyRig rig() {
        return new TopologyRig(
                Rules.fixed(RULES), 1, ProcessingConfig.defaults().withLatePerSecond(LIMIT));
    }

    private static String line(String measurement, int host, double second) {
        long nanos = START * 1_000_000_000 + Math.round(second * 1e9);
        return measurement + ",host=" + host + " value=1 " + nanos + "\n";
    }

    /** The raw lines. */
    private static Outcome outcome(TopologyRig rig) {
        return new Outcome(
                rig.lines(rig.topics.storage()).stream()
                        .filter(line -> line.contains(",host=") && !line.startsWith("cpu_1s"))
                        .map(line -> "late " + line)
                        .toList(),
                rig.output(rig.topics.rejected()).stream()
                        .map(record ->
                                Rejection.read(record.headers()).reason() + " " + new String(record.value(), UTF_8))
                        .toList());
    }

    private static <T> List<T> concat(List<List<T>> lists) {
        return lists.stream().flatMap(List::stream).toList();
    }
}
