package io.weir.alarming.condition;

/**
 * Decides for each value whether a level is met, or back at its clear value. A trigger that needs
 * only one value has no state and is shared by all series. Other triggers belong to one level of
 * one series and are not thread-safe. Times are nanoseconds since the epoch, by the series' own
 * clock.
 */
interface Trigger {

    /** The value changes nothing. */
    int NOTHING = 0;

    /**
     * The value is beyond a level that is not raised, or back at the clear value of a raised one.
     */
    int MOVES = 1;

    /** State changed that must be saved. */
    int NEW = 2;

    long[] NOTHING_SAVED = {};

    /**
     * Evaluates a value that is not older than the newest that decided.
     *
     * @param newest stamp of that value, or {@link Long#MIN_VALUE}
     * @return a sum of the constants above
     */
    int value(long timestamp, Reading value, boolean isRaised, long newest);

    /**
     * Evaluates a value that is older than {@code newest}. Only a trigger that keeps stamps can
     * still use it.
     *
     * @return as {@link #value}
     */
    default int late(long timestamp, Reading value, boolean isRaised, long newest) {
        return NOTHING;
    }

    /** Returns whether the last value before the state was saved would still move the level. */
    default boolean isStillMovedBy(Reading last, boolean isRaised) {
        return true;
    }

    /** Returns the limit that a raising value passed, or NaN. */
    default double passed(Reading value) {
        return Double.NaN;
    }

    /** Returns the limit that a clearing value reached, or NaN. */
    default double reached(Reading value) {
        return Double.NaN;
    }

    /** Called when the level was raised or cleared at this time. */
    default void turned(long timestamp, boolean isRaised) {}

    /** Drops the history after a silence so long that it no longer matters. */
    default void forget() {}

    /** Corrects stamps from a time when the clocks were wrong: none is later than this. */
    default void goBack(long latest) {}

    /** Identifies the kind of trigger in saved state. */
    byte kind();

    /** Returns the state to save, at most 255 numbers. */
    default long[] saved() {
        return NOTHING_SAVED;
    }

    /** Restores a result of {@link #saved} of the same kind, possibly with other settings. */
    default void restore(long[] saved) {}
}
