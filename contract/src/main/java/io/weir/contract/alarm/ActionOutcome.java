package io.weir.contract.alarm;

/** The control system's result for an action. */
public enum ActionOutcome {
    DONE,
    /** The action was tried and failed. */
    FAILED,
    /** The action was not tried and will not be: a person or a program decided against it. */
    REFUSED
}
