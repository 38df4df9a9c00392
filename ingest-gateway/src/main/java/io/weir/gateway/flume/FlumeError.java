package io.weir.gateway.flume;

import io.weir.contract.line.LineError;

/** Reasons for rejecting an event, or one value of it. */
enum FlumeError {
    NONE("none"),
    /** Bytes that are not JSON, up to the possible start of the next event. */
    BROKEN_JSON("broken-json"),
    /** JSON that is not an object, or whose {@code headers} are not one. */
    NOT_AN_EVENT("flume-not-an-event"),
    /** A header that is an array. */
    BAD_HEADER("flume-bad-header"),
    /** More or longer headers than any metric has. */
    TOO_MANY_HEADERS("flume-too-many-headers"),
    /** No {@code name}, or one that is not valid as a measurement. */
    BAD_NAME("flume-bad-name"),
    /** An invalid tag. */
    BAD_TAG("flume-bad-tag"),
    /** No header {@code value_…}. */
    NO_VALUE("flume-no-value"),
    /** A value's name that is not valid as a field. */
    BAD_FIELD("flume-bad-field"),
    BAD_NUMBER(LineError.INVALID_NUMBER.code()),
    /** A number that exceeds 64 bits. */
    OUT_OF_RANGE(LineError.NUMBER_OUT_OF_RANGE.code()),
    NOT_FINITE(LineError.NOT_FINITE.code()),
    BAD_TIMESTAMP(LineError.INVALID_TIMESTAMP.code());

    private final String code;

    FlumeError(String code) {
        this.code = code;
    }

    /** The stable name in headers and meters. */
    String code() {
        return code;
    }
}
