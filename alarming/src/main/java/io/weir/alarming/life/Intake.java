package io.weir.alarming.life;

import io.weir.contract.alarm.AlarmId;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.RaisesAlarms;
import io.weir.contract.topic.Deafness;
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
 * The alarms that Weir raises of itself, about what keeps metrics from coming in; meanwhile nobody is told to be absent who may
 * have been there. One is about the log time of the farm, which gateways' ticks bring and processing hands on: it is far behind alarming's
 * clock. The others are about a gateway each, which time goes on without, or which loses what is sent to it. Pure.
 *
 * @param timeout how far log time may be behind
 */
record Intake(Duration timeout) {

    private static final String GATEWAY = "gateway";

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
     * What the conditions of gateways are, as far as they changed.
     *
     * @param before the gateways that could not be relied on, and why
     * @param after the same, now
     * @param when since then, by log time
     */
    static List<ConditionChange> compare(
            SortedMap<String, Deafness> before, SortedMap<String, Deafness> after, Instant when, String rules) {
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

    private static String message(String gateway, Deafness why) {
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

    /** @param why the gateway cannot be relied on or, if it is OK now, could not be */
    private static ConditionChange ofGateway(
            String gateway, Severity severity, Deafness why, Instant when, String rules) {
        String message = severity == Severity.OK ? "gateway " + gateway + " hears all" : message(gateway, why);
        // The next tick clears the alarm, but the records do not come back: it stays until an operator acknowledges it.
        boolean latch = why == Deafness.DELETED;
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
