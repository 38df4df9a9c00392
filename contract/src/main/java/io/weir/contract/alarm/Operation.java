package io.weir.contract.alarm;

/** The operations of an operator's command; {@code docs/alarms.md} has a table of their effects. */
public enum Operation {
    /** The operator knows of the alarm. */
    ACKNOWLEDGE,
    /** Withdraws the acknowledgement. */
    UNACKNOWLEDGE,
    /** Hides the alarm until a time. */
    SHELVE,
    /** Shows the alarm again, before that time. */
    UNSHELVE,
    /** Hides the alarm until it is put back in service. */
    OUT_OF_SERVICE,
    /** Shows the alarm again. */
    IN_SERVICE,
    /** Adds a text to a raised or hidden alarm, and changes nothing else. */
    COMMENT;

    /** Whether it changes an alarm in this state, by the table of {@code docs/alarms.md}. */
    public boolean isPossibleIn(AlarmState state) {
        return switch (this) {
            case ACKNOWLEDGE -> state.isUnacknowledged();
            case UNACKNOWLEDGE -> state == AlarmState.ACKNOWLEDGED;
            case UNSHELVE -> state == AlarmState.SHELVED;
            case SHELVE, OUT_OF_SERVICE -> state != AlarmState.OUT_OF_SERVICE;
            case IN_SERVICE -> state == AlarmState.OUT_OF_SERVICE;
            case COMMENT -> state != AlarmState.NORMAL;
        };
    }

    /** Whether the command needs a reason; that of a comment is its text. */
    public boolean needsReason() {
        return hides() || this == COMMENT;
    }

    /** Whether it hides an alarm. */
    public boolean hides() {
        return this == SHELVE || this == OUT_OF_SERVICE;
    }
}
