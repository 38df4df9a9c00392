package io.weir.processing.suppress;

/** The decision on a value. */
public enum Verdict {
    /** The value is sent. */
    LET_THROUGH,
    /**
     * The value is suppressed: a reader that holds the values sent before does not need it, or not
     * yet.
     */
    LEFT_OUT,
    /**
     * The value is sent, but arrived late. The reference value must be sent again, a nanosecond
     * later, because it represents suppressed values after this one.
     */
    LET_THROUGH_AND_RESTATE,
    /**
     * The value is sent, but arrived so late that suppressed values after it cannot be restated.
     */
    TOO_LATE
}
