package io.weir.phoebus;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.Severity;
import java.time.Instant;

/**
 * The state of one alarm, in Phoebus' words: its {@code ClientState}.
 *
 * @param severity what the client shows, and offers to acknowledge if it is active
 * @param value empty where there is none
 * @param current the severity of the condition now, never an acknowledged one
 */
record LeafState(
        PhoebusSeverity severity,
        String message,
        String value,
        Instant time,
        PhoebusSeverity current,
        String currentMessage) {

    /** What Phoebus' own server says of an item that is disabled; the client greys it for that message, whatever its configuration. */
    static final String DISABLED = "Disabled";

    private static final double EXACT_WHOLE = 1e15;

    /** The table of {@code docs/phoebus.md}. */
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
                severity, message(severity, alarm), value(alarm), alarm.eventTime(), current, message(current, alarm));
    }

    /** Somebody is to acknowledge it, so it cannot be shown as well, not even by an older Weir, which does not say how bad it was. */
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
