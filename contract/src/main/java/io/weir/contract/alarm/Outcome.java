package io.weir.contract.alarm;

/** The outcome of a command. */
public enum Outcome {
    /** At least one alarm changed its state. */
    DONE,
    /** The command could not be read; see the reason. */
    MALFORMED,
    /** The command has no user. */
    NO_USER,
    /** A command with this id was executed before. */
    DUPLICATE,
    /** The alarm never existed, or is forgotten. */
    UNKNOWN_ALARM,
    /**
     * The command is older than a command that the alarm has already followed, or is ahead of
     * alarming's clock.
     */
    OUT_OF_ORDER,
    /** The alarm's state does not allow the command. */
    NOT_POSSIBLE
}
