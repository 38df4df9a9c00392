package io.weir.gateway.aliecs;

/** Reasons for rejecting a message. */
enum EcsError {
    NONE("none"),
    /** Bytes that are not protobuf, or a text that is not UTF-8. */
    BROKEN("aliecs-broken"),
    /** A change of an environment that has no id. */
    NO_ENVIRONMENT("aliecs-no-environment"),
    /** A text that a tag cannot have, such as one with a newline. */
    BAD_TAG("aliecs-bad-tag");

    private final String code;

    EcsError(String code) {
        this.code = code;
    }

    /** The stable name in headers and meters. */
    String code() {
        return code;
    }
}
