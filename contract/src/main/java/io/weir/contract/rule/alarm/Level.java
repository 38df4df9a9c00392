package io.weir.contract.rule.alarm;

/** The condition that raises and clears one level of an alarm. */
public sealed interface Level permits Limit, States, Stuck, Flapping {
    /** Whether a single value decides if the level is met; other levels include a time. */
    default boolean isMetByOne() {
        return true;
    }
}
