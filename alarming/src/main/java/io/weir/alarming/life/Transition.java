package io.weir.alarming.life;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.Source;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One transition of an alarm.
 *
 * @param time when it happened, by the metric's or the operator's clock
 * @param command the id of the command that caused it; null if none did
 * @param source the record that caused it; null if the clock did
 */
record Transition(
        Alarm before,
        Alarm after,
        Instant time,
        @Nullable String command,
        @Nullable Source source) {

    /** What the world is told. */
    AlarmEvent event(Instant decisionTime) {
        Alarm.Word word = after.word();
        return new AlarmEvent(
                after.id(),
                after.id() + "#" + after.transitions(),
                after.condition().rule(),
                after.condition().ruleVersion(),
                before.state(),
                after.state(),
                after.severity(),
                after.condition().value(),
                after.condition().threshold(),
                after.condition().message(),
                after.condition().guidance(),
                after.condition().tags(),
                time,
                decisionTime,
                word == null ? null : word.user(),
                word == null ? null : word.reason(),
                after.since(),
                after.worst(),
                word == null ? null : word.expiry(),
                command,
                source,
                after.condition().text());
    }
}
