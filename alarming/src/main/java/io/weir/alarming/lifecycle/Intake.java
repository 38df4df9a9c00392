package io.weir.alarming.lifecycle;

import io.weir.contract.alarm.AlarmId;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.alarm.RaisesAlarms;
import io.weir.contract.topic.Unreliability;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Weir's own alarms about missing input. While one is raised, keys that may be present are not
 * reported absent. One alarm covers the farm's log time, which gateway ticks advance and processing
 * forwards: it is too far behind alarming's clock. The others cover one gateway each: time advances
 * without it, its clock is wrong, or input is lost. Pure.
 *
 * @param timeout largest allowed lag of log time
 */
record Intake(Duration timeout) {

    private static final String GATEWAY = "gateway";

    /**
     * Returns the alarm's condition; empty if it does not change.
     *
     * @param started start time of alarming; the lag counts from then on, since its backlog need
     *     not be late
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
            return Optional.of(ofAll(Severity.MAJOR, message, heard.plus(timeout), time.rules()));
        }
        return Duration.between(reached, now).compareTo(timeout.dividedBy(2)) > 0
                ? Optional.empty()
                : Optional.of(ofAll(Severity.OK, "metrics come in", now, time.rules()));
    }

    private ConditionChange ofAll(Severity severity, String message, Instant when, String rules) {
        Double threshold = severity == Severity.OK ? null : timeout.toMillis() / 1e3;
        return change(severity, threshold, message, Collections.emptySortedMap(), when, rules, false);
    }

    /**
     * Returns the changed conditions of gateways.
     *
     * @param before unreliable gateways and the reasons, until now
     * @param after the same, from now on
     * @param when log time of the change
     */
    static List<ConditionChange> compare(
            SortedMap<String, Unreliability> before,
            SortedMap<String, Unreliability> after,
            Instant when,
            String rules) {
        List<ConditionChange> changes = new ArrayList<>();
        after.forEach((gateway, why) -> {
            if (before.get(gateway) != why) {
                changes.add(ofGateway(gateway, Severity.MAJOR, why, when, rules));
            }
        });
        before.forEach((gateway, why) -> {
            if (!after.containsKey(gateway)) {
                changes.add(ofGateway(gateway, Severity.OK, why, when, rules));
            }
        });
        return changes;
    }

    private static String message(String gateway, Unreliability why) {
        return switch (why) {
            case MISSING ->
                "gateway " + gateway
                        + " is silent or behind, and time goes on without it: what it heard last is not told to be absent";
            case CLOCK ->
                "the clock of gateway " + gateway
                        + " disagrees with the others: what it heard last is not told to be absent";
            case DELETED ->
                "Kafka deleted records before they were read, see the log of processing or alarming: what was heard last is"
                        + " not told to be absent";
            case LOSING ->
                "gateway " + gateway
                        + " loses what is sent to it, see its log: what it heard last is not told to be absent";
        };
    }

    /** @param why the reason why the gateway is unreliable or, for OK, was */
    private static ConditionChange ofGateway(
            String gateway, Severity severity, Unreliability why, Instant when, String rules) {
        String message = severity == Severity.OK ? "gateway " + gateway + " hears all" : message(gateway, why);
        // The next tick clears the alarm. The records are lost, so it stays until an operator
        // acknowledges it.
        boolean latch = why == Unreliability.DELETED;
        SortedMap<String, String> tags = new TreeMap<>();
        tags.put(GATEWAY, gateway);
        return change(severity, null, message, tags, when, rules, latch);
    }

    private static ConditionChange change(
            Severity severity,
            @Nullable Double threshold,
            String message,
            SortedMap<String, String> tags,
            Instant when,
            String rules,
            boolean latch) {
        String id = AlarmId.of(RaisesAlarms.INTAKE, List.of(), tags);
        return new ConditionChange(
                id,
                RaisesAlarms.INTAKE,
                rules,
                id,
                severity,
                null,
                threshold,
                message,
                "",
                tags,
                when,
                latch,
                null,
                null);
    }
}
