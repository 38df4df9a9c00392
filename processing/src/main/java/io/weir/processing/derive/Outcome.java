package io.weir.processing.derive;

import java.util.Locale;

/** The outcome of deriving from a value. */
public enum Outcome {
    /** There is a result. */
    DERIVED(true, false),
    /** Too few values have arrived. */
    TOO_EARLY(false, false),
    /** The value is older than an earlier one. It is not remembered. */
    OUT_OF_ORDER(false, true),
    /** The timestamp is too far in the future. The value is not remembered. */
    AHEAD(false, true),
    /** The value is text or boolean where a number is needed. It is not remembered. */
    NOT_NUMERIC(false, true),
    /** The type differs from that of the previous value. The value is remembered as a first one. */
    TYPE_CHANGED(false, true),
    /**
     * A counter is smaller than before: it restarted at zero. There is a result: the counter grew by
     * the value. The value is remembered.
     */
    RESET(true, true),
    /** A counter fell below zero, so it is not a counter. The value is remembered. */
    NEGATIVE(false, true),
    /** The result is not a finite number. */
    UNDEFINED(false, true),
    /** The line already has a field with the name of the result. */
    NAME_TAKEN(false, true),
    /** The series has more fields than are tracked. */
    TOO_MANY_FIELDS(false, true);

    private final boolean hasResult;
    private final boolean isCounted;
    private final String spelling;

    Outcome(boolean hasResult, boolean isCounted) {
        this.hasResult = hasResult;
        this.isCounted = isCounted;
        this.spelling = name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether there is a result. */
    public boolean hasResult() {
        return hasResult;
    }

    /** Whether a meter counts this outcome. */
    public boolean isCounted() {
        return isCounted;
    }

    /** The spelling in meters. */
    public String spelling() {
        return spelling;
    }
}
