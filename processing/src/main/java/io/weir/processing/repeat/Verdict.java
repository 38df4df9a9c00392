package io.weir.processing.repeat;

/** What becomes of a value. */
public enum Verdict {
    /** It goes on. */
    LET_THROUGH,
    /** Who holds what was let through before does not need it, or not yet. */
    LEFT_OUT,
    /**
     * It goes on, but came late: what was held before must be said once more, a nanosecond later, because values that came
     * after it in time were left out for its sake.
     */
    LET_THROUGH_AND_RESTATE,
    /** It goes on, but came so late that what was left out after it in time, if anything, cannot be restated any more. */
    TOO_LATE
}
