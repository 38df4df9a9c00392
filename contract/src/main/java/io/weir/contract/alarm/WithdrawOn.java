package io.weir.contract.alarm;

/** What takes back an action that an alarm asked for. */
public enum WithdrawOn {
    /** The alarm's condition does not hold any more, even where the alarm is hidden. */
    CLEARED,
    /** By design nobody is to hear of the alarm: another masks it, or what is set for the farm. */
    SUPPRESSED,
    /** Somebody knows of the alarm, and takes over. */
    ACKNOWLEDGED;

    /** Whether an alarm that is now like this takes it back. */
    public boolean isMet(AlarmState state, Severity severity) {
        return switch (this) {
            case CLEARED -> severity == Severity.OK;
            case SUPPRESSED -> state == AlarmState.SUPPRESSED;
            case ACKNOWLEDGED -> state == AlarmState.ACKNOWLEDGED;
        };
    }
}
