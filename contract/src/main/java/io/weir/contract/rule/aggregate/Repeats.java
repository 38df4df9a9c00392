package io.weir.contract.rule.aggregate;

/** What becomes of a value whose series, field and timestamp equal those of another value. */
public enum Repeats {
    /** It replaces the other one, as in the store. */
    REPLACE,
    /** It counts as a further value. */
    COUNT
}
