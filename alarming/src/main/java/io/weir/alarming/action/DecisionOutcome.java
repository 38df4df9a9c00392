package io.weir.alarming.action;

/** Outcomes of actions; each is counted. */
enum DecisionOutcome {
    DECIDED,
    WITHDRAWN,
    /** Not published: the rule reached its rate limit. */
    RATE_LIMITED,
    /** Not published: the alarm has no value for an argument. */
    INCOMPLETE,
    /** The control system did not confirm it in time. */
    UNCONFIRMED
}
