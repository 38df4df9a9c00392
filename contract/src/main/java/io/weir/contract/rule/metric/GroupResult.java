package io.weir.contract.rule.metric;

import java.util.List;

/** The output of a group rule for a window. */
public sealed interface GroupResult permits GroupFunctions, GroupFormulas, PeerScore, TopSeries {

    /** The names of the output fields. */
    List<String> fields();

    /** Whether each series has a result of its own, and not only the group. */
    default boolean isPerSeries() {
        return false;
    }

    /** Whether the raw values are stored as well. */
    boolean keepsRaw();

    /** What becomes of a late value whose raw values are not stored. */
    default Late late() {
        return Late.DROP;
    }

    /** Identifies everything that affects the output, as a text that is stable across restarts. */
    String identity();
}
