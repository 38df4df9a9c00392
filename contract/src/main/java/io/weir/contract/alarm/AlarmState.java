package io.weir.contract.alarm;

/** The state of an alarm in its lifecycle, after ISA 18.2. */
public enum AlarmState {
    /** The condition is clear. */
    NORMAL,
    /** Raised and not acknowledged. */
    UNACKNOWLEDGED,
    /** Raised and acknowledged. */
    ACKNOWLEDGED,
    /** The condition is clear again, and the alarm was not acknowledged. */
    RETURNED,
    /** Hidden by an operator until a time. */
    SHELVED,
    /** Hidden by design. */
    SUPPRESSED,
    /** Taken out of service. */
    OUT_OF_SERVICE;

    /** Whether an alarm in this state is hidden from operators, raised or not. */
    public boolean isHidden() {
        return switch (this) {
            case NORMAL, UNACKNOWLEDGED, ACKNOWLEDGED, RETURNED -> false;
            case SHELVED, SUPPRESSED, OUT_OF_SERVICE -> true;
        };
    }

    /** Whether an alarm in this state waits for acknowledgement. */
    public boolean isUnacknowledged() {
        return this == UNACKNOWLEDGED || this == RETURNED;
    }
}
