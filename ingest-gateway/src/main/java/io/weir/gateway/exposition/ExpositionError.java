package io.weir.gateway.exposition;

import io.weir.contract.line.LineError;

/** Reasons for rejecting samples. */
enum ExpositionError {
    NONE("none"),
    /** The line is not a sample: no name, no value, or something after the timestamp. */
    SYNTAX("scrape-syntax"),
    /** A label that is written wrongly or twice, or that line protocol cannot express. */
    BAD_LABEL("scrape-bad-label"),
    /** A timestamp that is not a number. */
    BAD_TIMESTAMP("scrape-bad-timestamp"),
    /** The target has the same series twice in one answer. */
    DUPLICATE("scrape-duplicate"),
    /** A line after {@code # EOF}. */
    AFTER_END("scrape-after-eof"),
    /** The end of the body is missing; or the last line has no end, and nothing says that it is complete. */
    CUT("scrape-cut"),
    /** A metric in protobuf, or a family, that is not readable from some point on. */
    UNREADABLE("scrape-unreadable"),
    /** A native histogram whose buckets are contradictory or too many. */
    BAD_HISTOGRAM("scrape-bad-histogram"),
    /** The lines of a protobuf answer would be many times as long as the answer. */
    TOO_LARGE("scrape-too-large"),
    /** The series of all targets need too much memory. */
    NO_MEMORY("scrape-too-many-series"),
    LONG_SERIES(LineError.SERIES_TOO_LONG.code()),
    FAR_TIMESTAMP(LineError.TIMESTAMP_OUT_OF_RANGE.code()),
    INVALID_NUMBER(LineError.INVALID_NUMBER.code()),
    NUMBER_OUT_OF_RANGE(LineError.NUMBER_OUT_OF_RANGE.code()),
    NOT_FINITE(LineError.NOT_FINITE.code());

    private final String code;

    ExpositionError(String code) {
        this.code = code;
    }

    /** The stable name in headers and meters. */
    String code() {
        return code;
    }
}
