package io.weir.contract.alarm;

/** What the control system made of an action. */
public enum ActionOutcome {
    DONE,
    /** It was tried. */
    FAILED,
    /** It was not tried, and will not be: somebody, or something, decided otherwise. */
    REFUSED
}
