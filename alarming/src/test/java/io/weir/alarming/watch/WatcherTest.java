package io.weir.alarming.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.alarming.absence.AbsenceTracker;
import io.weir.alarming.absence.PresenceListener;
import io.weir.alarming.absence.WatchedKey;
import io.weir.alarming.condition.ConditionStates;
import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.Presence;
import io.weir.contract.line.FutureLimit;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.state.Checkpoint;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WatcherTest {

    private static final int BATCHES = 2_000;

    private final ConditionStates states =
            new ConditionStates(Rules.fixed(RuleLoader.parse("rules.yaml", """
            version: 1
            alarms:
              - {name: hot, match: {measurement: temp}, field: c, minor: {above: 50, clear: 40}, major: {above: 80, clear: 70}}
              - {name: loud, match: {measurement: temp}, field: fan, major: {above: 9000, clear: 8000}, for: 10s}
              - {name: door, match: {measurement: rack}, field: door, minor: {equals: [open, "a\\"b"]}, invalid: {flapping: {changes: 3, within: 10s}}}
              - {name: same, match: {measurement: rack}, field: steady, major: {stuck: 10s}}
            """)), Long.MAX_VALUE);
    private final List<String> changes = new ArrayList<>();
    private final Touched touched = new Touched();
    private final Watcher watcher = new Watcher(
            states,
            touched,
            WatchTimes.of(Duration.ofHours(1), FutureLimit.DEFAULT),
            new AlarmingMeters(new SimpleMeterRegistry()),
            (alarm, severity, value, limit, eventNanos) -> changes.add(alarm.id() + " " + severity),
            new AbsenceTracker.Sinks(new Presences(), touched, touched));

    /** Fails on any call: there are no absence rules. */
    private static final class Presences implements PresenceListener {
        @Override
        public void changed(WatchedKey key, Presence presence, long dueMillis, long periodMillis) {
            throw new AssertionError(presence);
        }

        @Override
        public void refused() {
            throw new AssertionError("refused");
        }
    }

    /** Counts the slots that a block store would save. */
    private static final class Touched implements Checkpoint {
        private int slots;

        @Override
        public boolean includes(int slot) {
            return false;
        }

        @Override
        public void touch(int slot) {
            slots++;
        }

        @Override
        public void touchNew(int slot) {
            slots++;
        }
    }

    @Test
    void metricsThatChangeNothingAllocateNothing() {
        StringBuilder lines = new StringBuilder();
        for (int series = 0; series < 100; series++) {
            lines.append(
                    "temp,host=h%d,rack=r1 fan=%di,c=%d.5 1700000000000000000\n".formatted(series, series, series));
            lines.append(
                    "rack,host=h%d door=\"shut%d\",steady=%d 1700000000000000000\n".formatted(series, series, series));
        }
        byte[] batch = lines.toString().getBytes(UTF_8);
        for (int i = 0; i < BATCHES; i++) {
            watcher.batch(batch, 1_700_000_000_000L, null);
        }
        touched.slots = 0;
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < BATCHES; i++) {
            watcher.batch(batch, 1_700_000_000_000L, null);
        }
        long bytesPerLine = (threads.getCurrentThreadAllocatedBytes() - before) / (BATCHES * 200);

        assertThat(bytesPerLine).isZero();
        assertThat(touched.slots).isZero();
        assertThat(changes).hasSize(50);
    }

    @Test
    void statesAreComparedUnescaped() {
        watcher.batch(
                "rack,host=a door=\"a\\\"b\" 1\nrack,host=a door=\"shut\" 2\nrack,host=a door=t 3".getBytes(UTF_8),
                0,
                null);
        assertThat(changes).containsExactly("door/a MINOR", "door/a OK");
        watcher.batch("rack,host=a door=\"open\" 4\nrack,host=a door=3i 5".getBytes(UTF_8), 0, null);
        assertThat(changes).containsExactly("door/a MINOR", "door/a OK", "door/a INVALID");
    }

    @Test
    void anotherSpellingIsTheSameSeries() {
        watcher.batch(
                "temp,host=a,rack=b c=60 1\ntemp,rack=b,host=a c=90 2\ntemp,rack=b,host=a c=0 3".getBytes(UTF_8),
                0,
                null);

        assertThat(states.size()).isEqualTo(1);
        assertThat(changes).containsExactly("hot/a/b MINOR", "hot/a/b MAJOR", "hot/a/b OK");
    }

    @Test
    void aLineWithoutTimestampHasTheLogTime() {
        watcher.batch("temp fan=9001".getBytes(UTF_8), 5_000, null);
        watcher.tick(15_000, Set.of());
        assertThat(changes).isEmpty();

        watcher.tick(15_001, Set.of());
        assertThat(changes).containsExactly("loud MAJOR");
    }
}
