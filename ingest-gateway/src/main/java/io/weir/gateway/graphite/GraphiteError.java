package io.weir.gateway.graphite;

import io.weir.contract.line.LineError;

/** Reasons for rejecting a line. */
enum GraphiteError {
    NONE("none"),
    /** Not a path, a value and perhaps a timestamp. */
    NOT_A_METRIC("graphite-not-a-metric"),
    /** A path that has an empty part, or that line protocol cannot express. */
    BAD_PATH("graphite-bad-path"),
    /** A tag without a name or value, or one that occurs twice. */
    BAD_TAG("graphite-bad-tag"),
    /** A path with fewer parts than its template needs for a measurement. */
    SHORT_PATH("graphite-short-path"),
    /** A path with more parts than its template. */
    LONG_PATH("graphite-long-path"),
    BAD_NUMBER(LineError.INVALID_NUMBER.code()),
    NOT_FINITE(LineError.NOT_FINITE.code()),
    /** A number that exceeds a double. */
    OUT_OF_RANGE(LineError.NUMBER_OUT_OF_RANGE.code()),
    BAD_TIMESTAMP(LineError.INVALID_TIMESTAMP.code()),
    FAR_TIMESTAMP(LineError.TIMESTAMP_OUT_OF_RANGE.code());

    private final String code;

    GraphiteError(String code) {
        this.code = code;
    }

    /** The stable name in headers and meters. */
    String code() {
        return code;
    }
}
