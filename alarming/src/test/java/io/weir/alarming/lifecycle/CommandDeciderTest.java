package io.weir.alarming.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Operation;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.Source;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CommandDeciderTest {

    private static final Source SOURCE = new Source("alarms.commands", 0, 1);

    private final Map<String, Alarm> alarms = new TreeMap<>();
    private final CommandDecider decider =
            new CommandDecider(id -> false, target -> new ArrayList<>(alarms.values()), 2);

    @Test
    void aRepeatedCommandReachesAllAlarms() {
        raise();
        shelve(1, 500);
        shelve(2, 500);
        assertThat(expiries()).containsExactly(500L, 500L, 500L);
        shelve(3, 600);
        shelve(4, 600);
        assertThat(expiries()).containsExactly(600L, 600L, 600L);
    }

    @Test
    void aRepeatedCommentReachesAllAlarms() {
        raise();
        decide(1, Operation.COMMENT, null);
        decide(2, Operation.COMMENT, null);
        assertThat(alarms.values()).extracting(Alarm::transitions).allMatch(transitions -> transitions > 1);
    }

    private void raise() {
        for (String id : List.of("hot/a", "hot/b", "hot/c")) {
            ConditionChange change = new ConditionChange(
                    id,
                    "hot",
                    "v1",
                    id,
                    Severity.MAJOR,
                    9.0,
                    8.0,
                    "",
                    "",
                    new TreeMap<>(),
                    Instant.EPOCH,
                    false,
                    null,
                    null);
            Alarm.before(change, 0)
                    .on(change, Optional.empty(), Instant.EPOCH)
                    .ifPresent(raised -> alarms.put(id, raised));
        }
    }

    private List<Long> expiries() {
        return alarms.values().stream()
                .map(alarm -> Optional.ofNullable(alarm.expiry())
                        .map(Instant::getEpochSecond)
                        .orElse(-1L))
                .toList();
    }

    private void shelve(long second, long expiry) {
        decide(second, Operation.SHELVE, Instant.ofEpochSecond(expiry));
    }

    private void decide(long second, Operation operation, @Nullable Instant expiry) {
        Instant now = Instant.ofEpochSecond(second);
        AlarmCommand command =
                new AlarmCommand("c" + second, now, "anna", operation, null, "hot", null, "why", expiry, null);
        decider.decide(command, new Cause(now, command.id(), SOURCE, 0), now)
                .transitions()
                .forEach(each -> alarms.put(each.after().id(), each.after()));
    }
}
