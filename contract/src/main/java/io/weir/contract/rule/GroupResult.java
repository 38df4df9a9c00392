package io.weir.contract.rule;

import java.util.List;

/** What a group rule makes of a window. */
public sealed interface GroupResult permits GroupFunctions, GroupFormulas, PeerScore {

    /** Names of the fields that come out. */
    List<String> fields();

    /** Whether the raw values are stored as well. */
    boolean keepsRaw();

    /** All that shapes what comes out, as a text that stays the same from one start to the next. */
    String identity();
}
