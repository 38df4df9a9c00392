package io.weir.alarming.condition;

/**
 * Tells by each value whether a level is met, or back at its clear value. What looks at one value alone has no state and is
 * shared by all series; what looks at several is one per level and series, and not thread-safe. Times are nanoseconds
 * since the epoch, by the series' own clock.
 */
interface Trigger {

    /** The value changes nothing. */
    int NOTHING = 0;

    /** Of a level that is not raised: the value is beyond it. Of a raised one: the value is back at its clear value. */
    int MOVES = 1;

    /** There is something new to be saved. */
    int NEW = 2;

    long[] NOTHING_SAVED = {};

    /** Takes a value; a sum of the constants above. */
    int value(long timestamp, Reading value, boolean isRaised);

    /** Would this value, which was taken before the state was saved, still move the level? */
    default boolean isStillMovedBy(Reading last, boolean isRaised) {
        return true;
    }

    /** The limit that a value which raises the level has passed; not a number if there is none. */
    default double passed(Reading value) {
        return Double.NaN;
    }

    /** The limit that a value which clears the level has reached; not a number if there is none. */
    default double reached(Reading value) {
        return Double.NaN;
    }

    /** The level was raised or cleared. */
    default void turned() {}

    /** Nothing was heard for so long that what there was before no longer matters. */
    default void forget() {}

    /** Tells what was saved by one kind of trigger from what was saved by another. */
    byte kind();

    /** At most 255 numbers. */
    default long[] saved() {
        return NOTHING_SAVED;
    }

    /** Takes what {@link #saved} gave under the same kind, maybe with other settings. */
    default void restore(long[] saved) {}
}
