package io.weir.alarming.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

class DeadlinesTest {

    private final KeyValueStore<String, Long> store = MarksStore.empty();

    /**
     * Two instances share a store, as the processors of the task do; compares with a searched list.
     */
    @Test
    void dueAlarmsAreTakenOnceInOrder() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        Deadlines[] same = {new Deadlines(store, "shelf"), new Deadlines(store, "shelf")};
        Deadlines other = new Deadlines(store, "other");
        other.set("a0", Instant.ofEpochMilli(1));
        Map<String, Long> expected = new TreeMap<>();
        long now = 0;
        for (int step = 0; step < 20_000; step++) {
            Deadlines deadlines = same[random.nextInt(2)];
            String alarm = "a" + random.nextInt(20);
            switch (random.nextInt(3)) {
                case 0 -> {
                    long due = now + random.nextInt(50);
                    deadlines.set(alarm, Instant.ofEpochMilli(due));
                    expected.put(alarm, due);
                }
                case 1 -> {
                    deadlines.set(alarm, null);
                    expected.remove(alarm);
                }
                default -> {
                    now += random.nextInt(10);
                    assertThat(taken(deadlines, now))
                            .as("seed %d step %d", seed, step)
                            .isEqualTo(due(expected, now));
                }
            }
        }
        assertThat(other.take(Instant.ofEpochMilli(now)))
                .containsExactly(new Deadlines.Due("a0", Instant.ofEpochMilli(1)));
    }

    private static List<String> due(Map<String, Long> expected, long now) {
        List<Map.Entry<String, Long>> due = new ArrayList<>(expected.entrySet());
        due.removeIf(alarm -> alarm.getValue() > now);
        due.sort(Comparator.comparingLong(Map.Entry::getValue));
        List<String> ids = due.stream().map(Map.Entry::getKey).toList();
        ids.forEach(expected::remove);
        return ids;
    }

    @Test
    void manyDueAlarmsAreTakenInParts() {
        Deadlines deadlines = new Deadlines(store, "shelf");
        for (int alarm = 0; alarm <= Alarms.MOST_AT_ONCE; alarm++) {
            deadlines.set("a" + alarm, Instant.ofEpochMilli(1));
        }
        deadlines.set("z", Instant.ofEpochMilli(3));

        assertThat(taken(deadlines, 2)).hasSize(Alarms.MOST_AT_ONCE);
        assertThat(taken(deadlines, 2)).hasSize(1);
        assertThat(taken(deadlines, 2)).isEmpty();
        assertThat(taken(deadlines, 3)).containsExactly("z");
    }

    @Test
    void takenDeadlinesLeaveNoEntries() {
        Deadlines deadlines = new Deadlines(store, "shelf");
        deadlines.set("a", Instant.ofEpochMilli(1));
        deadlines.set("b", Instant.ofEpochMilli(2));
        deadlines.set("b", null);

        assertThat(taken(deadlines, 2)).containsExactly("a");
        assertThat(store.approximateNumEntries()).isZero();
    }

    private static List<String> taken(Deadlines deadlines, long now) {
        return deadlines.take(Instant.ofEpochMilli(now)).stream()
                .map(Deadlines.Due::alarm)
                .toList();
    }
}
