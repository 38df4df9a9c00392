package io.weir.contract.rule;

/** What raises one level of an alarm, and what clears it. */
public sealed interface Level permits Limit {
    /** On which side of a threshold the trouble is. */
    enum Direction {
        ABOVE,
        BELOW
    }
}
