package io.weir.alarming.life;

import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.RaisesAlarms;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;

/**
 * The alarm that Weir raises of itself: the log time of the farm, which gateways' ticks bring and processing hands on, is far
 * behind alarming's clock. Then nothing comes in, or late; and as no time passes, nobody is told to be absent. Pure.
 *
 * @param timeout how far it may be behind
 */
record Intake(Duration timeout) {

    /**
     * What the condition of the alarm is; empty where it is as it was.
     *
     * @param started when alarming did: what it has not read yet need not be late
     */
    Optional<ConditionChange> judge(FarmTime time, Instant started, Instant now) {
        if (time.millis() == FarmTime.UNKNOWN) {
            return Optional.empty();
        }
        Instant reached = time.instant();
        Instant heard = reached.isAfter(started) ? reached : started;
        if (Duration.between(heard, now).compareTo(timeout) > 0) {
            String message = "nothing has come in since " + reached
                    + ": gateways, Kafka or processing stand still or lag; meanwhile nobody is told to be absent";
            return Optional.of(change(Severity.MAJOR, message, heard.plus(timeout), time));
        }
        return Duration.between(reached, now).compareTo(timeout.dividedBy(2)) > 0
                ? Optional.empty()
                : Optional.of(change(Severity.OK, "metrics come in", now, time));
    }

    private ConditionChange change(Severity severity, String message, Instant when, FarmTime time) {
        return new ConditionChange(
                RaisesAlarms.INTAKE,
                RaisesAlarms.INTAKE,
                time.rules(),
                RaisesAlarms.INTAKE,
                severity,
                null,
                severity == Severity.OK ? null : timeout.toMillis() / 1e3,
                message,
                "",
                Collections.emptySortedMap(),
                when,
                false,
                null,
                null);
    }
}
