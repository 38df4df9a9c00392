package io.weir.gateway.grpc;

import java.net.SocketAddress;

/** Consumes the messages of calls that have one message. Belongs to one event loop. */
@FunctionalInterface
public interface UnaryMethod {
    /**
     * Consumes a message.
     *
     * @return the answer, which is sent once the lines are safe
     */
    Reply take(byte[] message, SocketAddress source, long receivedNanos);
}
