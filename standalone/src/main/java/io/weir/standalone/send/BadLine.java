package io.weir.standalone.send;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.weir.contract.line.LineError;

/**
 * The kinds of invalid lines. Each follows a valid series, and does not affect neighbouring lines.
 */
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

    /** The gateway's reason to refuse it. */
    LineError error() {
        return error;
    }

    /** The bytes after the series. */
    byte[] rest() {
        return rest.getBytes(ISO_8859_1);
    }
}
