package io.weir.processing.derive;

import java.util.Locale;

/** The outcome of deriving from a value. Every outcome but {@link #DERIVED} has no result. */
public enum Outcome {
    /** There is a result. */
    DERIVED(false),
    /** Too few values have arrived. */
    TOO_EARLY(false),
    /** The value is older than an earlier one. It is not remembered. */
    OUT_OF_ORDER(true),
    /** The value is text or boolean where a number is needed. It is not remembered. */
    NOT_NUMERIC(true),
    /** The type differs from that of the previous value. The value is remembered as a first one. */
    TYPE_CHANGED(true),
    /** A counter is smaller than before. The value is remembered. */
    RESET(true),
    /** The result is not a finite number. */
    UNDEFINED(true),
    /** The line already has a field with the name of the result. */
    NAME_TAKEN(true),
    /** The series has more fields than are tracked. */
    TOO_MANY_FIELDS(true);

    private final boolean isCounted;
    private final String spelling;

    Outcome(boolean isCounted) {
        this.isCounted = isCounted;
        this.spelling = name().toLowerCase(Locale.ROOT).replace('_', '-');
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
