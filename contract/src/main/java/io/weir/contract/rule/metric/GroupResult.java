package io.weir.contract.rule.metric;

import java.util.List;

/** The output of a group rule for a window. */
public sealed interface GroupResult permits GroupFunctions, GroupFormulas, PeerScore {

    /** The names of the output fields. */
    List<String> fields();

    /** Whether the raw values are stored as well. */
    boolean keepsRaw();

    /** Identifies everything that affects the output, as a text that is stable across restarts. */
    String identity();
}
