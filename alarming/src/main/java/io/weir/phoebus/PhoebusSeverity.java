package io.weir.phoebus;

import io.weir.contract.alarm.Severity;

/**
 * Phoebus' {@code SeverityLevel}, in its order: a node has the last severity among the alarms below
 * it.
 */
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

    /**
     * Order of loudness: an acknowledged severity is just above its own; unacknowledged ones are
     * odd.
     */
    private final int loudness;

    PhoebusSeverity(int loudness) {
        this.loudness = loudness;
    }

    /** Returns the unacknowledged severity of a condition. */
    static PhoebusSeverity of(Severity severity) {
        return switch (severity) {
            case OK -> OK;
            case MINOR -> MINOR;
            case MAJOR -> MAJOR;
            case INVALID -> INVALID;
        };
    }

    /** Returns the acknowledged form of this severity. */
    PhoebusSeverity acknowledged() {
        return switch (this) {
            case OK, MINOR_ACK, MAJOR_ACK, INVALID_ACK, UNDEFINED_ACK -> this;
            case MINOR -> MINOR_ACK;
            case MAJOR -> MAJOR_ACK;
            case INVALID -> INVALID_ACK;
            case UNDEFINED -> UNDEFINED_ACK;
        };
    }

    /**
     * Returns whether a change from {@code before} to this severity is announced. An acknowledged
     * alarm is announced only when it becomes worse.
     */
    boolean isLouderThan(PhoebusSeverity before) {
        boolean isActive = loudness % 2 == 1;
        return isActive && loudness > before.loudness;
    }
}
