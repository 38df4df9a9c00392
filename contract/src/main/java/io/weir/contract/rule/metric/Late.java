package io.weir.contract.rule.metric;

/**
 * What becomes of a value that no window can take, because its window has closed or its timestamp
 * is too far ahead. Does not matter if raw values are stored anyway.
 */
public enum Late {
    /** The value is stored raw. */
    STORE,
    /** The value is dropped, and counted. */
    DROP
}
