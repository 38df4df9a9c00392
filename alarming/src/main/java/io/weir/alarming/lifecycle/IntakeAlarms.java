package io.weir.alarming.lifecycle;

import io.weir.contract.alarm.AlarmId;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.alarm.RaisesAlarms;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.topic.Rejection;
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
 * reported absent. One alarm covers the whole farm: log time, which the ticks of gateways advance,
 * lags too far behind alarming's clock. The others cover one gateway each: time advances without
 * the gateway, its clock is wrong, or input is lost. Two more are about alarming's own memory, and the
 * last ones about records that a service missed. Pure.
 *
 * @param timeout largest allowed lag of log time
 */
record IntakeAlarms(Duration timeout) {

    private static final String GATEWAY = "gateway";
    private static final String SERVICE = "service";
    private static final String TOPIC = "topic";

    /**
     * Returns the condition of the farm's alarm. Empty, so that the alarm keeps its state, if log
     * time is unknown or its lag is between half the timeout and the timeout.
     *
     * @param started start time of alarming; to raise the alarm, the lag counts from then on,
     *     because alarming may itself have a lag at its start
     */
    Optional<ConditionChange> evaluate(FarmTime time, Instant started, Instant now) {
        if (time.millis() == FarmTime.UNKNOWN) {
            return Optional.empty();
        }
        Instant reached = time.instant();
        Instant countedFrom = reached.isAfter(started) ? reached : started;
        if (Duration.between(countedFrom, now).compareTo(timeout) > 0) {
            String message = "no input since " + reached
                    + ": gateways, Kafka or processing are stopped or lag; absence alarms are suspended meanwhile";
            return Optional.of(ofFarm(Severity.MAJOR, message, countedFrom.plus(timeout), time.rules()));
        }
        return Duration.between(reached, now).compareTo(timeout.dividedBy(2)) > 0
                ? Optional.empty()
                : Optional.of(ofFarm(Severity.OK, "input arrives", now, time.rules()));
    }

    private ConditionChange ofFarm(Severity severity, String message, Instant when, String rules) {
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

    /** Returns the condition of the alarm about alarming's memory for series. */
    static ConditionChange ofSeries(boolean isFull, Instant when, String rules) {
        return ofMemory("series", isFull, "their alarms are not evaluated", when, rules);
    }

    /** Returns the condition of the alarm about alarming's memory for alarms. */
    static ConditionChange ofAlarms(boolean isFull, Instant when, String rules) {
        return ofMemory("alarms", isFull, "they are not shown", when, rules);
    }

    private static ConditionChange ofMemory(String what, boolean isFull, String effect, Instant when, String rules) {
        String message = isFull
                ? "alarming has no memory for new " + what + ", see its log: " + effect
                : "alarming has memory for new " + what;
        SortedMap<String, String> tags = new TreeMap<>();
        tags.put(SERVICE, "alarming");
        tags.put("what", what);
        return change(isFull ? Severity.MAJOR : Severity.OK, null, message, tags, when, rules, false);
    }

    /**
     * Returns the condition of the alarm about records of a topic that a service missed.
     *
     * @param report see {@link MissedRecords}
     */
    static ConditionChange ofGap(Rejection report, Instant when, String rules) {
        SortedMap<String, String> tags = new TreeMap<>();
        tags.put(SERVICE, report.stage());
        tags.put(TOPIC, report.source().split("/", 2)[0]);
        String message = report.stage() + " missed records of Kafka at " + report.source()
                + ", see its log; all such gaps are in metrics.rejected";
        return change(Severity.MAJOR, null, message, tags, when, rules, true);
    }

    /** Returns whether the condition is about records that a service missed. */
    static boolean isGap(ConditionChange change) {
        return change.rule().equals(RaisesAlarms.INTAKE) && change.tags().containsKey(TOPIC);
    }

    /** Clears the alarm about missed records, which stays until an operator acknowledges it. */
    static ConditionChange afterGap(ConditionChange gap, Instant when) {
        return change(Severity.OK, null, gap.message(), gap.tags(), when, gap.ruleVersion(), true);
    }

    private static String message(String gateway, Unreliability why) {
        return switch (why) {
            case MISSING ->
                "gateway " + gateway + " is silent or lags: no absence alarms for keys that it received last";
            case CLOCK ->
                "the clock of gateway " + gateway
                        + " disagrees with the others: no absence alarms for keys that it received last";
            case DELETED ->
                "Kafka deleted unread records, see the log of processing or alarming: no absence alarms for keys"
                        + " received last";
            case LOSING ->
                "gateway " + gateway + " loses input, see its log: no absence alarms for keys that it received last";
        };
    }

    /** @param why the reason why the gateway is unreliable or, for OK, was */
    private static ConditionChange ofGateway(
            String gateway, Severity severity, Unreliability why, Instant when, String rules) {
        String message = severity == Severity.OK ? "gateway " + gateway + " is reliable" : message(gateway, why);
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
