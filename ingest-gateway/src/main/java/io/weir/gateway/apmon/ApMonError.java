package io.weir.gateway.apmon;

import io.weir.contract.line.LineError;

/** Reasons for rejecting a packet, or one parameter of it. */
enum ApMonError {
    NONE("none"),
    /** A string or value exceeds the packet. */
    TRUNCATED("xdr-truncated"),
    /** A type of unknown length, so that the rest is unreadable, too. */
    UNKNOWN_TYPE("xdr-unknown-type"),
    /** A packet whose number of parameters is zero or negative. */
    NO_PARAMETERS("apmon-no-parameters"),
    /** A password is required, and the packet has no header to contain one. */
    NO_PASSWORD("apmon-no-password"),
    WRONG_PASSWORD("apmon-wrong-password"),
    /** The cluster's name is empty, or not valid as a measurement. */
    BAD_CLUSTER("apmon-bad-cluster"),
    /** The node's name is not valid as a tag. */
    BAD_NODE("apmon-bad-node"),
    /** A parameter's name is empty, or not valid as a field. */
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
