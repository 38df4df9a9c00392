package io.weir.contract.rule.match;

/** The bad side of a threshold. */
public enum Direction {
    ABOVE,
    BELOW
}
