package io.weir.gateway.aliecs;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.aliecs.EcsHistory.Message;
import io.weir.gateway.fuzz.Damage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FarmRunsTest {
    private static final int HISTORIES = 300;
    private static final int STEPS = 60;
    private static final List<String> BARREL = List.of("ITS", "TPC");

    private final List<String> unusable = new ArrayList<>();
    private final EventReader reader = new EventReader();
    private FarmRuns runs = runs("PHYSICS");

    private FarmRuns runs(String... types) {
        return new FarmRuns(new StateSettings(Set.of(types), ""), unusable::add);
    }

    private void take(String topic, byte[] bytes) {
        try {
            runs.take(reader.read(topic, bytes, 0, bytes.length), 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<String, String> values() {
        return runs.values(Map.of(), 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void followsThreeEnvironmentsStepByStep(boolean isOlder) {
        SplittableRandom random = new SplittableRandom(Damage.seed());
        int changes = 0;
        for (int i = 0; i < HISTORIES; i++) {
            runs = runs("PHYSICS");
            Map<String, String> before = Map.of();
            for (Message message : EcsHistory.of(random, STEPS, isOlder)) {
                take(message.topic(), message.bytes());
                assertThat(values()).isEqualTo(message.expected());
                changes += before.equals(message.expected()) ? 0 : 1;
                before = message.expected();
            }
        }
        assertThat(changes).isGreaterThan(HISTORIES);
    }

    /** A consumer reads partitions in any order, and after a restart from some offset again. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theOrderOfTopicsAndRepeatsDoNotMatter(boolean isOlder) {
        SplittableRandom random = new SplittableRandom(Damage.seed());
        for (int i = 0; i < HISTORIES; i++) {
            List<Message> history = EcsHistory.of(random, STEPS, isOlder);
            runs = runs("PHYSICS");
            for (Message message : interleaved(history, random)) {
                take(message.topic(), message.bytes());
            }
            Map<String, String> expected = history.get(history.size() - 1).expected();
            assertThat(values()).isEqualTo(expected);

            List<Message> again = history.subList(random.nextInt(history.size()), history.size());
            for (Message message : interleaved(again, random)) {
                take(message.topic(), message.bytes());
                assertThat(values()).isEqualTo(expected);
            }
        }
    }

    /** The partitions' messages, each in order. */
    private static List<Message> interleaved(List<Message> history, SplittableRandom random) {
        Map<String, Deque<Message>> partitions = new TreeMap<>();
        history.forEach(message -> partitions
                .computeIfAbsent(message.topic() + message.partition(), unseen -> new ArrayDeque<>())
                .add(message));
        List<Message> read = new ArrayList<>();
        List<Deque<Message>> left = new ArrayList<>(partitions.values());
        while (!left.isEmpty()) {
            int which = random.nextInt(left.size());
            for (int most = 1 + random.nextInt(20); most > 0 && !left.get(which).isEmpty(); most--) {
                read.add(left.get(which).remove());
            }
            if (left.get(which).isEmpty()) {
                left.remove(which);
            }
        }
        return read;
    }

    @Test
    void anOvertakenRunDoesNotDecideAgain() {
        start("a", 1, 10);
        start("b", 2, 20);
        assertThat(values()).containsEntry("run", "2");

        take("aliecs.run", EcsMessages.run(30, "b", 2, "RUNNING", "STOP_ACTIVITY", EcsMessages.STARTED));

        assertThat(values()).isEmpty();
    }

    private void start(String environment, long run, long nanos) {
        take("aliecs.environment", EcsMessages.created(nanos - 5, environment, "PHYSICS", BARREL));
        take(
                "aliecs.run",
                EcsMessages.run(nanos, environment, run, "CONFIGURED", "START_ACTIVITY", EcsMessages.STARTED));
    }

    @Test
    void otherTypesAndPrefixesAreSettings() {
        runs = new FarmRuns(new StateSettings(Set.of("COSMICS", "NOISE"), "other_"), unusable::add);
        start("a", 2, 20);
        take("aliecs.environment", EcsMessages.created(1, "b", "NOISE", List.of()));
        take("aliecs.run", EcsMessages.run(10, "b", 1, "CONFIGURED", "START_ACTIVITY", EcsMessages.STARTED));

        assertThat(values())
                .isEqualTo(Map.of("other_run", "1", "other_run_type", "NOISE", "other_state", "CONFIGURED"));
    }

    @Test
    void theNewestTypeOfAnEnvironmentCounts() {
        start("a", 1, 10);
        take("aliecs.environment", EcsMessages.created(20, "a", "COSMICS", BARREL));
        take("aliecs.environment", EcsMessages.created(15, "a", "PHYSICS", BARREL));

        assertThat(values()).isEmpty();
    }

    @Test
    void aRunThatNoEventMentionsStaysUntilTheNextBegins() {
        Map<String, String> set = Map.of("run", "7", "run_type", "PHYSICS", "state", "RUNNING");
        assertThat(runs.values(set, 100)).isEqualTo(set);

        start("a", 6, 50);
        assertThat(runs.values(set, 100)).isEqualTo(set);

        start("b", 8, 150);
        assertThat(runs.values(set, 100)).containsEntry("run", "8");
    }

    /** The clock of the brokers may be ahead of that of AliECS. */
    @Test
    void aRunThatEventsMentionGivesWayToTheNextOfItsEnvironment() {
        Map<String, String> set = Map.of("run", "1", "run_type", "PHYSICS");
        start("a", 1, 10);
        start("a", 2, 20);

        assertThat(runs.values(set, 1_000)).containsEntry("run", "2");
    }

    @Test
    void aRunOfAnEnvironmentWhoseCreationWasDeletedKeepsItsType() {
        Map<String, String> set =
                Map.of("run", "7", "run_type", "PHYSICS", "state", "CONFIGURED", "detectors", "ITS-TPC");
        take("aliecs.run", EcsMessages.run(10, "a", 7, "RUNNING", "START_ACTIVITY", EcsMessages.DONE_OK));
        assertThat(runs.values(set, 9))
                .isEqualTo(Map.of("run", "7", "run_type", "PHYSICS", "state", "RUNNING", "detectors", "ITS-TPC"));

        take("aliecs.run", EcsMessages.run(20, "a", 7, "RUNNING", "STOP_ACTIVITY", EcsMessages.STARTED));
        assertThat(runs.values(set, 9)).isEmpty();
    }

    @Test
    void aValueThatCannotBeATagCountsAsNotSet() {
        start("a", 1, 10);
        take("aliecs.run", EcsMessages.run(11, "a", 1, "a\nb", "START_ACTIVITY", EcsMessages.DONE_OK));

        assertThat(values()).isEqualTo(Map.of("run", "1", "run_type", "PHYSICS", "detectors", "ITS-TPC"));
        assertThat(unusable).singleElement().asString().startsWith("state counts as not set");
    }

    @Test
    void eventsOfAnyNumberOfEnvironmentsNeedNoMoreMemory() {
        for (int i = 1; i < 25_000; i++) {
            start("environment" + i, i, 10L * i);
        }
        assertThat(values()).containsEntry("run", "24999");
        assertThat(runs.environments()).isEqualTo(20_000);
    }
}
