package io.weir.contract.alarm;

/** The kind of a record of {@code control.actions}. */
public enum ActionKind {
    /** The control system must do the action. */
    DECIDED,
    /** The control system must not do the action any more, and should undo it if it can. */
    WITHDRAWN
}
