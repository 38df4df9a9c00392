package io.weir.gateway.intake;

import io.weir.gateway.intake.stamp.ReceiveClock;
import java.net.SocketAddress;

/** Consumes whole messages of a transport that separates them. Belongs to one thread. */
@FunctionalInterface
public interface MessageIntake {
    /**
     * Consumes one message. Its lines are handed to the {@link LineIntake} in one call, or in the same
     * portions each time the message is read. Never throws because of its content.
     *
     * @param bytes not retained; the caller may reuse them afterwards
     * @param source the sender's address
     * @param receivedNanos receive time since the epoch, by the {@link ReceiveClock}
     */
    void message(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos);
}
