package io.weir.gateway.otlp;

import io.weir.contract.line.LineError;

/** Reasons for rejecting a request or a data point. */
public enum OtlpError {
    NONE("none"),
    /** A body that is not a request in protobuf. */
    BROKEN_PROTOBUF("broken-protobuf"),
    /** A body that is not JSON, or not a request. */
    BROKEN_JSON("broken-json"),
    /** A metric without a name, or with one that line protocol cannot express. */
    BAD_METRIC("otlp-bad-metric"),
    /** A metric without data, or with data of a type that Weir does not know. */
    UNKNOWN_TYPE("otlp-unknown-type"),
    /** A sum or histogram that is neither delta nor cumulative. */
    NO_TEMPORALITY("otlp-no-temporality"),
    /** An attribute that line protocol cannot express. */
    BAD_ATTRIBUTE("otlp-bad-attribute"),
    /** A data point with more attributes and shared tags than a line may have. */
    TOO_MANY_ATTRIBUTES("otlp-too-many-attributes"),
    /** A data point of a gauge or sum without a value. */
    NO_VALUE("otlp-no-value"),
    /** A histogram whose buckets do not fit its bounds. */
    BAD_BUCKETS("otlp-bad-buckets"),
    /** A quantile that is not from 0 to 1, or occurs twice. */
    BAD_QUANTILE("otlp-bad-quantile"),
    /** The lines of a request would be many times as long as the request. */
    TOO_LARGE("otlp-too-large"),
    NOT_FINITE(LineError.NOT_FINITE.code()),
    /** A count that exceeds 63 bits. */
    OUT_OF_RANGE(LineError.NUMBER_OUT_OF_RANGE.code()),
    FAR_TIMESTAMP(LineError.TIMESTAMP_OUT_OF_RANGE.code());

    private final String code;

    OtlpError(String code) {
        this.code = code;
    }

    /** The stable name in headers, meters and replies. */
    public String code() {
        return code;
    }
}
