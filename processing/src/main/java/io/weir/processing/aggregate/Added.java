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
    /** The value was refused memory and is in no window. */
    REFUSED,
    /** Too many windows are open, and the value is in none. */
    TOO_MANY;

    /** Whether the next window of the series may now be an earlier one. */
    boolean mayOpen() {
        return this == OPENED || this == UNCHECKED || this == LATE;
    }

    /** Whether the value is in no window, and not late. */
    boolean isRefusal() {
        return this == REFUSED || this == TOO_MANY;
    }
}
