package io.weir.gateway.consume;

import java.io.IOException;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * An open connection to a broker that delivers messages. The broker delivers a message again if it
 * was neither acknowledged nor refused when the subscription ends. Belongs to one thread.
 */
public interface Subscription extends AutoCloseable {
    /**
     * Waits for a message. Returns null if none arrives within this time.
     *
     * @throws IOException if the broker or the connection has ended the subscription
     */
    @Nullable
    Message poll(long nanos) throws IOException, InterruptedException;

    /**
     * Called repeatedly, instead of {@link #poll}, while there is no room for messages.
     *
     * @throws IOException as {@link #poll}
     */
    default void idle() throws IOException {}

    /** Acknowledges all messages up to this number that were not refused. */
    void acknowledge(long upTo) throws IOException;

    /** Refuses one message: the broker does not deliver it again. */
    void refuse(long number) throws IOException;

    /** The address of the broker. */
    SocketAddress broker();

    /** Ends the connection, if it is still open, within some seconds. */
    @Override
    void close();
}
