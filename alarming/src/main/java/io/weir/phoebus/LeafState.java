package io.weir.phoebus;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.Severity;
import java.time.Instant;

/**
 * The state of one alarm as Phoebus' {@code ClientState}.
 *
 * @param severity the severity that the client shows; active ones can be acknowledged
 * @param value empty if there is none
 * @param current the severity of the condition now, never an acknowledged one
 */
record LeafState(
        PhoebusSeverity severity,
        String message,
        String value,
        Instant time,
        PhoebusSeverity current,
        String currentMessage) {

    /**
     * Message of a disabled item from Phoebus' own server; it makes the client grey the item,
     * whatever its configuration.
     */
    static final String DISABLED = "Disabled";

    private static final double EXACT_WHOLE = 1e15;

    /** Implements the table of {@code docs/phoebus.md}. */
    static LeafState of(AlarmEvent alarm) {
        PhoebusSeverity now = PhoebusSeverity.of(alarm.severity());
        return switch (alarm.to()) {
            case NORMAL -> of(alarm, PhoebusSeverity.OK, PhoebusSeverity.OK);
            case UNACKNOWLEDGED -> of(alarm, now, now);
            case ACKNOWLEDGED -> of(alarm, now.acknowledged(), now);
            case RETURNED -> of(alarm, unseen(alarm.worst()), now);
            case SHELVED, SUPPRESSED, OUT_OF_SERVICE ->
                new LeafState(
                        PhoebusSeverity.OK, DISABLED, "", alarm.since(), PhoebusSeverity.OK, PhoebusSeverity.OK.name());
        };
    }

    private static LeafState of(AlarmEvent alarm, PhoebusSeverity severity, PhoebusSeverity current) {
        return new LeafState(
                severity, message(severity, alarm), value(alarm), alarm.changedAt(), current, message(current, alarm));
    }

    /**
     * Returns the severity of an alarm that waits for its acknowledgement, never OK. Older versions
     * of Weir do not send the worst severity.
     */
    private static PhoebusSeverity unseen(Severity worst) {
        return worst == Severity.OK ? PhoebusSeverity.UNDEFINED : PhoebusSeverity.of(worst);
    }

    private static String message(PhoebusSeverity severity, AlarmEvent alarm) {
        return severity == PhoebusSeverity.OK ? severity.name() : alarm.message();
    }

    private static String value(AlarmEvent alarm) {
        if (alarm.text() != null) {
            return alarm.text();
        }
        Double value = alarm.value();
        if (value == null) {
            return "";
        }
        boolean isWhole = value == Math.rint(value) && Math.abs(value) < EXACT_WHOLE;
        return isWhole ? Long.toString(value.longValue()) : Double.toString(value);
    }
}
