package io.weir.processing.aggregate;

/** The outcome of adding a value to the open windows of a series. */
public enum Added {
    /** The value is in all its windows. */
    ADDED,
    /** Likewise, and its window may be the next to close. */
    OPENED,
    /** The value replaced the one with the same timestamp. */
    REPLACED,
    /** The value was added, but the timestamps that it could repeat are no longer known. */
    UNCHECKED,
    /** At least one window of the value is closed: the value is late for it. */
    LATE,
    /** Likewise, and in the others the value replaced the one with the same timestamp. */
    LATE_REPEAT,
    /** Likewise, and the timestamps that the value could repeat in the others are no longer known. */
    LATE_UNCHECKED,
    /** The value was refused memory and is in no window. */
    REFUSED,
    /** Too many windows are open, and the value is in none. */
    TOO_MANY;

    /** Whether the next window of the series may now be an earlier one. */
    boolean mayOpen() {
        return this == OPENED || isUnchecked() || isLate();
    }

    /** Whether at least one window of the value is closed. */
    boolean isLate() {
        return this == LATE || this == LATE_REPEAT || this == LATE_UNCHECKED;
    }

    /** Whether the value replaced another one. */
    boolean isRepeat() {
        return this == REPLACED || this == LATE_REPEAT;
    }

    /** Whether the value may be there twice. */
    boolean isUnchecked() {
        return this == UNCHECKED || this == LATE_UNCHECKED;
    }

    /** The same, of a value of which at least one window is closed. */
    Added late() {
        return isRepeat() ? LATE_REPEAT : isUnchecked() ? LATE_UNCHECKED : LATE;
    }

    /** Whether the value is in no window, and not late. */
    boolean isRefusal() {
        return this == REFUSED || this == TOO_MANY;
    }
}
