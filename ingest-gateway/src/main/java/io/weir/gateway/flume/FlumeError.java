package io.weir.gateway.flume;

import io.weir.contract.line.LineError;

/** Why an event, or one value of it, is refused. */
enum FlumeError {
    NONE("none"),
    /** Bytes that are no JSON, up to where the next event may begin. */
    BROKEN_JSON("broken-json"),
    /** JSON that is no object, or whose {@code headers} are none. */
    NOT_AN_EVENT("flume-not-an-event"),
    /** A header that is an array. */
    BAD_HEADER("flume-bad-header"),
    /** More headers, or longer ones, than any metric has. */
    TOO_MANY_HEADERS("flume-too-many-headers"),
    /** No {@code name}, or one that cannot be spelled as a measurement. */
    BAD_NAME("flume-bad-name"),
    /** A tag that cannot be spelled. */
    BAD_TAG("flume-bad-tag"),
    /** No header {@code value_…}. */
    NO_VALUE("flume-no-value"),
    /** A value's name that cannot be spelled as a field. */
    BAD_FIELD("flume-bad-field"),
    BAD_NUMBER(LineError.INVALID_NUMBER.code()),
    /** A number that 64 bits do not hold. */
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
