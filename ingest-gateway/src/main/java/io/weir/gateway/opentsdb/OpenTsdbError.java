package io.weir.gateway.opentsdb;

import io.weir.contract.line.LineError;
import io.weir.gateway.path.PathError;

/** Reasons for rejecting a message or a data point, and its part that is wrong. */
enum OpenTsdbError {
    NONE("none", Part.WHOLE),
    /** No known command of the telnet protocol. */
    UNKNOWN_COMMAND("opentsdb-unknown-command", Part.WHOLE),
    /** Fewer words than a data point has, or JSON that is not an object. */
    NOT_A_POINT("opentsdb-not-a-point", Part.WHOLE),
    /** Bytes that are not JSON, and all that follows. */
    BROKEN_JSON("broken-json", Part.WHOLE),
    /** A metric that has an empty part, or that line protocol cannot express. */
    BAD_METRIC("opentsdb-bad-metric", Part.METRIC),
    /** A metric with fewer parts than its template needs for a measurement. */
    SHORT_METRIC("opentsdb-short-metric", Part.METRIC),
    /** A metric with more parts than its template. */
    LONG_METRIC("opentsdb-long-metric", Part.METRIC),
    /** A tag without a name or value, or one that occurs twice. */
    BAD_TAG("opentsdb-bad-tag", Part.TAGS),
    BAD_NUMBER(LineError.INVALID_NUMBER.code(), Part.VALUE),
    NOT_FINITE(LineError.NOT_FINITE.code(), Part.VALUE),
    /** A number that exceeds a double. */
    OUT_OF_RANGE(LineError.NUMBER_OUT_OF_RANGE.code(), Part.VALUE),
    BAD_TIMESTAMP(LineError.INVALID_TIMESTAMP.code(), Part.TIMESTAMP),
    FAR_TIMESTAMP(LineError.TIMESTAMP_OUT_OF_RANGE.code(), Part.TIMESTAMP);

    private final String code;
    private final Part part;

    /** A part of a data point. */
    enum Part {
        WHOLE(""),
        METRIC("/metric"),
        TIMESTAMP("/timestamp"),
        VALUE("/value"),
        TAGS("/tags");

        private final String pointer;

        Part(String pointer) {
            this.pointer = pointer;
        }

        /** The JSON pointer within the data point. */
        String pointer() {
            return pointer;
        }
    }

    OpenTsdbError(String code, Part part) {
        this.code = code;
        this.part = part;
    }

    /** The stable name in headers, meters and replies. */
    String code() {
        return code;
    }

    Part part() {
        return part;
    }

    static OpenTsdbError of(PathError error) {
        return switch (error) {
            case NONE -> NONE;
            case BAD_PATH -> BAD_METRIC;
            case BAD_TAG -> BAD_TAG;
            case SHORT_PATH -> SHORT_METRIC;
            case LONG_PATH -> LONG_METRIC;
        };
    }

    /** Of a value. */
    static OpenTsdbError of(LineError error) {
        return switch (error) {
            case NONE -> NONE;
            case NOT_FINITE -> NOT_FINITE;
            case NUMBER_OUT_OF_RANGE -> OUT_OF_RANGE;
            default -> BAD_NUMBER;
        };
    }
}
