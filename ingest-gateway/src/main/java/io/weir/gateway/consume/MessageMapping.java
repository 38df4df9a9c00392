package io.weir.gateway.consume;

import io.weir.gateway.intake.MessageIntake;
import java.net.SocketAddress;

/** Turns the messages of a broker into lines. Belongs to one thread. */
@FunctionalInterface
public interface MessageMapping {
    /**
     * Consumes one message, as {@link MessageIntake#message} does.
     *
     * @param broker its address
     * @param receivedNanos receive time since the epoch
     */
    void message(Message message, SocketAddress broker, long receivedNanos);

    /** Considers only the bodies of messages. */
    static MessageMapping ofBodies(MessageIntake bodies) {
        return (message, broker, receivedNanos) ->
                bodies.message(message.body(), 0, message.body().length, broker, receivedNanos);
    }
}
