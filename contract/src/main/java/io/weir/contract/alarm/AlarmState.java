package io.weir.contract.alarm;

/** Where an alarm is in its life, after ISA 18.2. */
public enum AlarmState {
    /** All is well. */
    NORMAL,
    /** Raised, and nobody has said that they know. */
    UNACKNOWLEDGED,
    /** Raised, and somebody knows. */
    ACKNOWLEDGED,
    /** All is well again, but nobody has said that they knew. */
    RETURNED,
    /** An operator does not want to hear of it for a while. */
    SHELVED,
    /** By design not to be heard of now. */
    SUPPRESSED,
    /** Taken out of service. */
    OUT_OF_SERVICE;

    /** Is an alarm in this state kept from operators, be it raised or not? */
    public boolean isHidden() {
        return switch (this) {
            case NORMAL, UNACKNOWLEDGED, ACKNOWLEDGED, RETURNED -> false;
            case SHELVED, SUPPRESSED, OUT_OF_SERVICE -> true;
        };
    }

    /** Does an alarm in this state wait for somebody to acknowledge it? */
    public boolean isUnacknowledged() {
        return this == UNACKNOWLEDGED || this == RETURNED;
    }
}
