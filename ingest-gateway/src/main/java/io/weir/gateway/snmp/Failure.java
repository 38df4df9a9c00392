package io.weir.gateway.snmp;

/**
 * Why a poll, or a part of it, gave no lines.
 *
 * @param reason for the counter of warnings
 * @param message for the log
 * @param endsPoll whether the rest of the poll is not tried
 */
record Failure(String reason, String message, boolean endsPoll) {
    static final String INTERNAL_ERROR = "internal-error";
    static final String UNKNOWN_HOST = "snmp-unknown-host";
    static final String TIMEOUT = "snmp-timeout";
    static final String NOT_SENT = "snmp-not-sent";
    /** The answer is from another address than the request was sent to. */
    static final String OTHER_ADDRESS = "snmp-other-address";
    /** The device refuses the user or the context of SNMPv3. */
    static final String REPORT = "snmp-report";
    /** An answer with an error, such as genErr. */
    static final String ERROR = "snmp-error";
    /** An answer that is not one to the request. */
    static final String WRONG_ANSWER = "snmp-wrong-answer";
    /** A table that goes back, which could be endless. */
    static final String NOT_INCREASING = "snmp-not-increasing";

    static final String TOO_MANY_ROWS = "snmp-too-many-rows";
    /** The rows of all devices occupy the memory that they may have. */
    static final String NO_MEMORY = "snmp-no-memory";

    /** A failure after which other tables are still read. */
    static Failure ofTable(String reason, String message) {
        return new Failure(reason, message, false);
    }

    /** A failure of the device. */
    static Failure ofDevice(String reason, String message) {
        return new Failure(reason, message, true);
    }
}
