package io.weir.standalone.send;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.weir.contract.line.LineError;

/** What can be wrong with a line: each kind follows a good series, and costs its neighbours nothing. */
enum BadLine {
    NO_FIELDS(LineError.MISSING_FIELDS, ""),
    NO_VALUE(LineError.MISSING_FIELD_VALUE, " value="),
    NOT_A_NUMBER(LineError.NOT_FINITE, " value=NaN"),
    TWO_POINTS(LineError.INVALID_NUMBER, " value=12.3.4"),
    TIME_IN_WORDS(LineError.INVALID_TIMESTAMP, " value=12.3 soon"),
    NOT_TEXT(LineError.NOT_UTF8, " value=\"\u00c3(\""),
    EMPTY_TAG(LineError.MISSING_TAG_VALUE, ",rack= value=12.3"),
    SAME_TAG_TWICE(LineError.DUPLICATE_TAG, ",rolename=flp value=12.3");

    private final LineError error;
    private final String rest;

    BadLine(LineError error, String rest) {
        this.error = error;
        this.rest = rest;
    }

    /** Why the gateway refuses it. */
    LineError error() {
        return error;
    }

    /** What follows the series. */
    byte[] rest() {
        return rest.getBytes(ISO_8859_1);
    }
}
