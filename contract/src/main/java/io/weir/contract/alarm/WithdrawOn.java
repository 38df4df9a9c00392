package io.weir.contract.alarm;

/** What takes back an action that an alarm asked for. */
public enum WithdrawOn {
    /** The alarm's condition does not hold any more, even where the alarm is hidden. */
    CLEARED,
    /** Somebody knows of the alarm, and takes over. */
    ACKNOWLEDGED;

    /** Whether an alarm that is now like this takes it back. */
    public boolean isMet(AlarmState state, Severity severity) {
        return switch (this) {
            case CLEARED -> severity == Severity.OK;
            case ACKNOWLEDGED -> state == AlarmState.ACKNOWLEDGED;
        };
    }
}
