package io.weir.gateway.intake.spelling;

import io.weir.contract.line.LineError;

/**
 * The text of a float as Python and C write it: as in line protocol, or with a plus. Allocates only
 * for numbers that may be too large.
 */
public final class FloatText {
    private FloatText() {}

    /** Why the text is not a float that a double can hold; {@link LineError#NONE} if it is one. */
    public static LineError error(byte[] text, int from, int to) {
        if (!isNumber(text, from, to)) {
            return NumberText.isNotFinite(text, from, to) ? LineError.NOT_FINITE : LineError.INVALID_NUMBER;
        }
        return NumberText.fitsDouble(text, from, to) ? LineError.NONE : LineError.NUMBER_OUT_OF_RANGE;
    }

    /** Ends a field with a text that has no {@link #error}. */
    public static void write(byte[] text, int from, int to, LineSpeller line) {
        line.verbatim(text, text[from] == '+' ? from + 1 : from, to);
    }

    static boolean isNumber(byte[] text, int from, int to) {
        if (from == to || text[from] != '+') {
            return NumberText.isNumber(text, from, to);
        }
        return from + 1 < to && text[from + 1] != '-' && NumberText.isNumber(text, from + 1, to);
    }
}
