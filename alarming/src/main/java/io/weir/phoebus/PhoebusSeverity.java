package io.weir.phoebus;

import io.weir.contract.alarm.Severity;

/** Phoebus' {@code SeverityLevel}, in its order: the later is the worse where a node is as bad as the worst below it. */
enum PhoebusSeverity {
    OK(0),
    MINOR_ACK(2),
    MAJOR_ACK(4),
    INVALID_ACK(6),
    UNDEFINED_ACK(8),
    MINOR(1),
    MAJOR(3),
    INVALID(5),
    UNDEFINED(7);

    /** In the order of loudness an acknowledged severity is just above its own; the others are odd. */
    private final int loudness;

    PhoebusSeverity(int loudness) {
        this.loudness = loudness;
    }

    /** Of a condition that nobody has acknowledged. */
    static PhoebusSeverity of(Severity severity) {
        return switch (severity) {
            case OK -> OK;
            case MINOR -> MINOR;
            case MAJOR -> MAJOR;
            case INVALID -> INVALID;
        };
    }

    /** The same, once somebody has acknowledged it. */
    PhoebusSeverity acknowledged() {
        return switch (this) {
            case OK, MINOR_ACK, MAJOR_ACK, INVALID_ACK, UNDEFINED_ACK -> this;
            case MINOR -> MINOR_ACK;
            case MAJOR -> MAJOR_ACK;
            case INVALID -> INVALID_ACK;
            case UNDEFINED -> UNDEFINED_ACK;
        };
    }

    /** Is an alarm of this severity announced where it was of that one? What was acknowledged is not before it gets worse. */
    boolean isLouderThan(PhoebusSeverity before) {
        boolean isActive = loudness % 2 == 1;
        return isActive && loudness > before.loudness;
    }
}
