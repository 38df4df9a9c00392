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
    IN_SERVICE;

    /** Whether it changes an alarm in this state, by the table of {@code docs/alarms.md}. */
    public boolean isPossibleIn(AlarmState state) {
        return switch (this) {
            case ACKNOWLEDGE -> state.isUnacknowledged();
            case UNACKNOWLEDGE -> state == AlarmState.ACKNOWLEDGED;
            case UNSHELVE -> state == AlarmState.SHELVED;
            case SHELVE, OUT_OF_SERVICE -> state != AlarmState.OUT_OF_SERVICE;
            case IN_SERVICE -> state == AlarmState.OUT_OF_SERVICE;
        };
    }

    /** Whether it hides an alarm; then the command needs a reason. */
    public boolean hides() {
        return this == SHELVE || this == OUT_OF_SERVICE;
    }
}
