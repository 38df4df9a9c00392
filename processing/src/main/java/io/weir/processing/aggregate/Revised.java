package io.weir.processing.aggregate;

/** How a window differs from its first result. */
public enum Revised {

    /** It does not. */
    UNCHANGED,

    /** It has late values, or depends on some. */
    CHANGED,

    /** It may lack a value that the first result has. */
    LACKING;

    /** How a window differs that combines this with another part. */
    Revised and(Revised other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
