package io.weir.gateway.graphite;

import io.weir.contract.line.LineError;
import io.weir.gateway.intake.spelling.SecondsText;
import io.weir.gateway.path.PathError;

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
    /** A pickle that is cut, or has more than texts, numbers, tuples and lists. */
    BROKEN_PICKLE("graphite-broken-pickle"),
    /** A pickle whose lines are far longer than the pickle. */
    REPEATS("graphite-repeats"),
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

    static GraphiteError of(PathError error) {
        return switch (error) {
            case NONE -> NONE;
            case BAD_PATH -> BAD_PATH;
            case BAD_TAG -> BAD_TAG;
            case SHORT_PATH -> SHORT_PATH;
            case LONG_PATH -> LONG_PATH;
        };
    }

    /** Of a timestamp, as {@link SecondsText} reads it. */
    static GraphiteError ofStamp(long nanos) {
        return nanos == SecondsText.BAD ? BAD_TIMESTAMP : nanos == SecondsText.FAR ? FAR_TIMESTAMP : NONE;
    }

    /** Of a number. */
    static GraphiteError of(LineError error) {
        return switch (error) {
            case NONE -> NONE;
            case NOT_FINITE -> NOT_FINITE;
            case NUMBER_OUT_OF_RANGE -> OUT_OF_RANGE;
            default -> BAD_NUMBER;
        };
    }
}
