package io.weir.alarming.act;

/** What becomes of actions; each is counted. */
enum Fate {
    DECIDED,
    WITHDRAWN,
    /** Not published: the rule has decided as many as it may. */
    RATE_LIMITED,
    /** Not published: the alarm lacks what an argument names. */
    INCOMPLETE,
    /** Its time was up, and the control system had not said what became of it. */
    UNCONFIRMED
}
