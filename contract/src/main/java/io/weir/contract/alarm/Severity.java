package io.weir.contract.alarm;

import java.util.Comparator;
import java.util.List;

/** The severity of a condition, in rising order except for {@link #INVALID}. */
public enum Severity {
    OK,
    MINOR,
    MAJOR,
    /** The severity is unknown. */
    INVALID;

    private static final List<Severity> WORST_FIRST = List.of(MAJOR, MINOR, INVALID, OK);

    /** Orders the worst first; unknown is worse than OK. */
    public static final Comparator<Severity> BY_BADNESS = Comparator.comparingInt(WORST_FIRST::indexOf);

    /** The worse of two. A node in the tree of alarms has the worst severity below it. */
    public static Severity worse(Severity one, Severity other) {
        return BY_BADNESS.compare(one, other) <= 0 ? one : other;
    }
}
