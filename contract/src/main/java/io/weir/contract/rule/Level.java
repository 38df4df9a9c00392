package io.weir.contract.rule;

/** The condition that raises and clears one level of an alarm. */
public sealed interface Level permits Limit, States, Stuck, Flapping {
    /** The bad side of a threshold. */
    enum Direction {
        ABOVE,
        BELOW
    }

    /** Whether a single value decides if the level is met; other levels include a time. */
    default boolean isMetByOne() {
        return true;
    }
}
