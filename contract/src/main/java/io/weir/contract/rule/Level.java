package io.weir.contract.rule;

/** What raises one level of an alarm, and what clears it. */
public sealed interface Level permits Limit, States, Stuck, Flapping {
    /** On which side of a threshold the trouble is. */
    enum Direction {
        ABOVE,
        BELOW
    }

    /** Whether one value is enough to know whether the level is met; other levels have a time of their own. */
    default boolean isMetByOne() {
        return true;
    }
}
