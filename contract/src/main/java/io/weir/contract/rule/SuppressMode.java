package io.weir.contract.rule;

/** When a value is stored again. */
public enum SuppressMode {
    /** When it differs from the last stored value of its series and field. */
    CHANGE
}
