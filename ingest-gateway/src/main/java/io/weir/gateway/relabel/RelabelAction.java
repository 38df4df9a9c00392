package io.weir.gateway.relabel;

/** The action of a rule, by Prometheus' name. */
public enum RelabelAction {
    /** Sets the target label if the expression matches. */
    REPLACE,
    /** Drops what the expression does not match. */
    KEEP,
    /** Drops what the expression matches. */
    DROP,
    /** Drops what has another value in the target label than in the source labels. */
    KEEPEQUAL,
    /** Drops what has the same value in the target label as in the source labels. */
    DROPEQUAL,
    /** Sets the target label to a hash of the source labels modulo a number. */
    HASHMOD,
    /** Copies labels whose names match. */
    LABELMAP,
    /** Removes labels whose names match. */
    LABELDROP,
    /** Removes labels whose names do not match. */
    LABELKEEP,
    LOWERCASE,
    UPPERCASE
}
