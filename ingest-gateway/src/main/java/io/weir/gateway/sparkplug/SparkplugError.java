package io.weir.gateway.sparkplug;

/** Reasons for rejecting a message or a metric. */
enum SparkplugError {
    NONE("none"),
    /** A topic that does not belong to Sparkplug B, or with a level that line protocol cannot express. */
    BAD_TOPIC("sparkplug-bad-topic"),
    /** A payload that is not protobuf. */
    BROKEN("sparkplug-broken"),
    /** A payload that is compressed. */
    COMPRESSED("sparkplug-compressed"),
    /** A metric without a name and alias, or whose name cannot be a field. */
    BAD_NAME("sparkplug-bad-name"),
    /** A metric that no birth has announced. */
    UNKNOWN_METRIC("sparkplug-unknown-metric"),
    /** A metric of a type that is not supported, or whose value does not have the type. */
    BAD_TYPE("sparkplug-bad-type"),
    /** A number that is not finite. */
    NOT_FINITE("not-finite"),
    /** A text that is not UTF-8. */
    BAD_TEXT("sparkplug-bad-text"),
    /** A metric that the full memory cannot take. */
    NO_MEMORY("sparkplug-no-memory");

    private final String code;

    SparkplugError(String code) {
        this.code = code;
    }

    /** The stable name in headers and meters. */
    String code() {
        return code;
    }
}
