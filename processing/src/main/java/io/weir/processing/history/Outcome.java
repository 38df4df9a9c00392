package io.weir.processing.history;

import java.util.Locale;

/** What came of a value from which something was to be derived. */
public enum Outcome {
    /** A number. */
    DERIVED(false),
    /** Nothing yet: too little came before. */
    TOO_EARLY(false),
    /** Nothing: the value is older than one that came before. It is not remembered. */
    OUT_OF_ORDER(true),
    /** Nothing: the value is text or boolean where a number is wanted. It is not remembered. */
    NOT_NUMERIC(true),
    /** Nothing: the type is another one than before. The value is remembered as a first one. */
    TYPE_CHANGED(true),
    /** Nothing: a counter is smaller than before. The value is remembered. */
    RESET(true),
    /** Nothing: the result is no finite number. */
    UNDEFINED(true),
    /** Nothing: the line has a field of the result's name. */
    NAME_TAKEN(true),
    /** Nothing: the series has more fields than are remembered. */
    TOO_MANY_FIELDS(true);

    private final boolean isCounted;
    private final String spelling;

    Outcome(boolean isCounted) {
        this.isCounted = isCounted;
        this.spelling = name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Does the operator hear of it? */
    public boolean isCounted() {
        return isCounted;
    }

    /** As meters spell it. */
    public String spelling() {
        return spelling;
    }
}
