package io.weir.gateway.mqtt;

/** Reasons for rejecting a message or a part of it. */
enum MqttError {
    NONE("none"),
    /** A topic with a level that line protocol cannot express, or with a wildcard. */
    BAD_TOPIC("mqtt-bad-topic"),
    /** A topic that the settings do not name: the broker's session has another subscription. */
    UNEXPECTED_TOPIC("mqtt-unexpected-topic");

    private final String code;

    MqttError(String code) {
        this.code = code;
    }

    /** The stable name in headers and meters. */
    String code() {
        return code;
    }
}
