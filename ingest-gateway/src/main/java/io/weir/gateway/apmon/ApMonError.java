package io.weir.gateway.apmon;

import io.weir.contract.line.LineError;

/** Why a packet, or one parameter of it, is refused. */
enum ApMonError {
    NONE("none"),
    /** A string or a value is said to be longer than what is left of the packet. */
    TRUNCATED("xdr-truncated"),
    /** A type whose length nobody knows, so that the rest cannot be read either. */
    UNKNOWN_TYPE("xdr-unknown-type"),
    /** A packet that says it has no parameters, or fewer. */
    NO_PARAMETERS("apmon-no-parameters"),
    /** A password is required and the packet has no header to bring one. */
    NO_PASSWORD("apmon-no-password"),
    WRONG_PASSWORD("apmon-wrong-password"),
    /** The cluster's name is empty, or cannot be spelled as a measurement. */
    BAD_CLUSTER("apmon-bad-cluster"),
    /** The node's name cannot be spelled as a tag. */
    BAD_NODE("apmon-bad-node"),
    /** A parameter's name is empty, or cannot be spelled as a field. */
    BAD_NAME("apmon-bad-name"),
    NOT_FINITE(LineError.NOT_FINITE.code()),
    NOT_UTF8(LineError.NOT_UTF8.code());

    private final String code;

    ApMonError(String code) {
        this.code = code;
    }

    /** The stable name in headers and meters. */
    String code() {
        return code;
    }
}
