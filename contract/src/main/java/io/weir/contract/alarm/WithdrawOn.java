package io.weir.contract.alarm;

/** The events that withdraw an action. */
public enum WithdrawOn {
    /** The alarm's condition cleared, even if the alarm is hidden. */
    CLEARED,
    /** The alarm is hidden by design: another alarm masks it, or the farm state does. */
    SUPPRESSED,
    /** An operator acknowledged the alarm and takes over. */
    ACKNOWLEDGED;

    /** Whether an alarm with this state and severity withdraws the action. */
    public boolean isMet(AlarmState state, Severity severity) {
        return switch (this) {
            case CLEARED -> severity == Severity.OK;
            case SUPPRESSED -> state == AlarmState.SUPPRESSED;
            case ACKNOWLEDGED -> state == AlarmState.ACKNOWLEDGED;
        };
    }
}
