package io.weir.gateway.statsd;

import io.weir.contract.line.LineError;
import io.weir.gateway.path.PathError;

/** Reasons for rejecting a line. */
enum StatsdError {
    NONE("none"),
    /** Not a name, a value and a type. */
    NOT_A_SAMPLE("statsd-not-a-sample"),
    UNKNOWN_TYPE("statsd-unknown-type"),
    /** A name that has an empty part, or that line protocol cannot express. */
    BAD_NAME("statsd-bad-name"),
    /** A tag without a key, or that line protocol cannot express. */
    BAD_TAG("statsd-bad-tag"),
    /** A name with fewer parts than its template needs for a measurement. */
    SHORT_NAME("statsd-short-name"),
    /** A name with more parts than its template. */
    LONG_NAME("statsd-long-name"),
    /** A rate that is not above 0 and at most 1. */
    BAD_RATE("statsd-bad-rate"),
    /** A gauge with a sign: a change for StatsD's clients, a value for Datadog's. */
    SIGNED_GAUGE("statsd-signed-gauge"),
    /** An empty member of a set, or one that is not UTF-8. */
    BAD_MEMBER("statsd-bad-member"),
    /** A name, or values that are packed with one, whose lines would be too long. */
    TOO_LARGE("statsd-too-large"),
    /** An event of DogStatsD. */
    EVENT("statsd-event"),
    /** A service check of DogStatsD. */
    SERVICE_CHECK("statsd-service-check"),
    BAD_NUMBER(LineError.INVALID_NUMBER.code()),
    NOT_FINITE(LineError.NOT_FINITE.code()),
    /** A number that exceeds a double, alone or divided by its rate. */
    OUT_OF_RANGE(LineError.NUMBER_OUT_OF_RANGE.code()),
    BAD_TIMESTAMP(LineError.INVALID_TIMESTAMP.code()),
    FAR_TIMESTAMP(LineError.TIMESTAMP_OUT_OF_RANGE.code());

    private final String code;

    StatsdError(String code) {
        this.code = code;
    }

    /** The stable name in headers and meters. */
    String code() {
        return code;
    }

    static StatsdError of(PathError error) {
        return switch (error) {
            case NONE -> NONE;
            case BAD_PATH -> BAD_NAME;
            case BAD_TAG -> BAD_TAG;
            case SHORT_PATH -> SHORT_NAME;
            case LONG_PATH -> LONG_NAME;
        };
    }

    /** Of a number. */
    static StatsdError of(LineError error) {
        return switch (error) {
            case NONE -> NONE;
            case NOT_FINITE -> NOT_FINITE;
            case NUMBER_OUT_OF_RANGE -> OUT_OF_RANGE;
            default -> BAD_NUMBER;
        };
    }
}
