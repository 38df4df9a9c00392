package io.weir.contract.alarm;

/** What a record of {@code control.actions} says of an action. */
public enum ActionKind {
    /** It is to be done. */
    DECIDED,
    /** It is not to be done any more; what was done is to be undone, if it can be. */
    WITHDRAWN
}
