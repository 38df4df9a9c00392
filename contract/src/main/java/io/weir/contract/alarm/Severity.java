package io.weir.contract.alarm;

/** How bad a condition is; in rising order, but for {@link #INVALID}. */
public enum Severity {
    OK,
    MINOR,
    MAJOR,
    /** Nothing is known. */
    INVALID
}
