package io.weir.contract.alarm;

/** What became of a command. */
public enum Outcome {
    /** One alarm at least has another state. */
    DONE,
    /** It could not be read; see the reason. */
    MALFORMED,
    /** It does not say who asks. */
    NO_USER,
    /** A command with its id was done already. */
    DUPLICATE,
    /** No such alarm was ever heard of, or it is forgotten. */
    UNKNOWN_ALARM,
    /** It was said before a command that the alarm has followed already, or ahead of alarming's clock. */
    OUT_OF_ORDER,
    /** The alarm's state does not allow it. */
    NOT_POSSIBLE
}
