package io.weir.contract.alarm;

import java.util.Comparator;
import java.util.List;

/** How bad a condition is; in rising order, but for {@link #INVALID}. */
public enum Severity {
    OK,
    MINOR,
    MAJOR,
    /** Nothing is known. */
    INVALID;

    private static final List<Severity> WORST_FIRST = List.of(MAJOR, MINOR, INVALID, OK);

    /** The worst first; one of which nothing is known is worse than one that is well. */
    public static final Comparator<Severity> BY_BADNESS = Comparator.comparingInt(WORST_FIRST::indexOf);

    /** The worse of two: what a node of the tree of alarms is, of all below it. */
    public static Severity worse(Severity one, Severity other) {
        return BY_BADNESS.compare(one, other) <= 0 ? one : other;
    }
}
