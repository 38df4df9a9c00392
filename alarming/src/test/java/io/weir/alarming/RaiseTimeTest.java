package io.weir.alarming;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The time of the raise, through the production topology. */
class RaiseTimeTest {
    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            alarms:
              - name: hot
                match: {measurement: temp}
                path: [host]
                field: c
                latch: true
                minor: {above: 50, clear: 40}
                major: {above: 80, clear: 70}
                escalate: {after: 20s, to: major}
            """);
    private static final List<String> OPERATIONS =
            List.of("ACKNOWLEDGE", "UNACKNOWLEDGE", "SHELVE", "UNSHELVE", "OUT_OF_SERVICE", "IN_SERVICE", "COMMENT");

    private final TopologyRig rig = new TopologyRig(RULES);
    private @Nullable Instant raisedAt;
    private Severity severity = Severity.OK;
    private int later;

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void staysWhenTheAlarmGetsWorseOrIsAcknowledgedShelvedAndCleared() {
        rig.batch(1_000, "temp,host=a c=60 1000000000");
        rig.batch(2_000, "temp,host=a c=90 2000000000");
        rig.say(3_000, "ACKNOWLEDGE", "'alarm':'hot/a'");
        rig.say(4_000, "SHELVE", "'alarm':'hot/a','reason':'fan','expiry':'1970-01-01T00:01:00Z'");
        rig.batch(5_000, "temp,host=a c=10 5000000000");
        assertThat(rig.events()).hasSize(5).extracting(AlarmEvent::raisedAt).containsOnly(Instant.ofEpochSecond(1));

        rig.batch(6_000, "temp,host=a c=60 6000000000");
        assertThat(rig.events()).extracting(AlarmEvent::raisedAt).containsExactly(Instant.ofEpochSecond(6));
    }

    /** The oracle knows only the severities and times of the published events. */
    @Test
    void isTheEventAtWhichTheSeverityLeftOk() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int step = 1; step <= 400; step++) {
            long millis = step * 3_000L;
            if (random.nextBoolean()) {
                rig.batch(millis, "temp,host=a c=" + random.nextInt(100) + " " + TimeUnit.MILLISECONDS.toNanos(millis));
            } else {
                String operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
                String shelf = operation.equals("SHELVE")
                        ? ",'reason':'fan','expiry':'" + Instant.ofEpochMilli(millis + random.nextInt(60_000) + 1) + "'"
                        : "";
                rig.say(millis, operation, "'alarm':'hot/a'" + shelf);
            }
            for (AlarmEvent event : rig.events()) {
                check(event, "seed " + seed + ", step " + step);
            }
        }
        assertThat(later).as("seed %d: events after the raise", seed).isPositive();
    }

    private void check(AlarmEvent event, String where) {
        boolean isRaise = severity == Severity.OK && event.severity() != Severity.OK;
        raisedAt = isRaise ? event.eventTime() : raisedAt;
        severity = event.severity();
        later += isRaise ? 0 : 1;
        assertThat(event.raisedAt()).as("%s: %s", where, event).isEqualTo(raisedAt);
    }
}
