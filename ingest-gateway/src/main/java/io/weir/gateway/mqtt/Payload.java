package io.weir.gateway.mqtt;

import java.net.SocketAddress;

/** Turns the payloads of messages into lines. Belongs to one thread. */
interface Payload {
    /**
     * Consumes a payload, which is not empty.
     *
     * @param topic what {@link KnownTopics} spells for its topic
     */
    void message(byte[] payload, byte[] topic, SocketAddress source, long receivedNanos);
}
