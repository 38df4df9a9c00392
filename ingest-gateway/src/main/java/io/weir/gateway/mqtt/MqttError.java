package io.weir.gateway.mqtt;

import io.weir.contract.line.LineError;

/** Reasons for rejecting a message or a part of it. */
enum MqttError {
    NONE("none"),
    /** A topic with a level that line protocol cannot express. */
    BAD_TOPIC("mqtt-bad-topic"),
    /** A topic that the settings do not name: the broker's session has another subscription. */
    UNEXPECTED_TOPIC("mqtt-unexpected-topic"),
    /** Lines that leave no room for tags of their topic. */
    LINES_TOO_LONG("mqtt-lines-too-long"),
    BAD_NUMBER(LineError.INVALID_NUMBER.code()),
    NOT_FINITE(LineError.NOT_FINITE.code()),
    /** A number that exceeds a double. */
    OUT_OF_RANGE(LineError.NUMBER_OUT_OF_RANGE.code());

    private final String code;

    MqttError(String code) {
        this.code = code;
    }

    /** The stable name in headers and meters. */
    String code() {
        return code;
    }

    /** Of a number. */
    static MqttError of(LineError error) {
        return switch (error) {
            case NONE -> NONE;
            case NOT_FINITE -> NOT_FINITE;
            case NUMBER_OUT_OF_RANGE -> OUT_OF_RANGE;
            default -> BAD_NUMBER;
        };
    }
}
