package io.weir.relay.sink;

import java.util.List;
import java.util.Optional;

/**
 * A destination of messages. It connects at the first delivery, and again after a failure. Used by
 * one thread, except for {@link #trouble} and {@link #cancel}.
 */
public interface Sink extends AutoCloseable {

    /** Returns a short code why the sink will never accept a message; empty if it may. */
    String wrong(Message message);

    /**
     * Delivers messages in order. Returns once the sink has acknowledged or refused each of them.
     * Without messages, it checks the connection if the sink has one.
     *
     * @param messages without any for which {@link #wrong} has a code. The sink removes those that it
     *     refuses, so that no repetition refuses them again
     * @param refusals receives messages that the sink will never accept
     * @throws SinkUnavailableException if any message may be missing. The caller repeats all of
     *     them: those that the sink already has are the first of each route
     * @throws InterruptedException if interrupted; some messages may be delivered
     */
    void deliver(List<Message> messages, Refusals refusals) throws SinkUnavailableException, InterruptedException;

    /** Returns why the sink accepts nothing at the moment, if it says so itself. */
    Optional<String> trouble();

    /**
     * The messages of the last delivery are not repeated. A sink that still sends them, although {@link
     * #deliver} has failed, must stop.
     */
    default void forget() {
        // Most sinks send nothing after a failure.
    }

    /** Ends a delivery that does not react to interrupts. Callable from any thread. */
    void cancel();

    @Override
    void close();
}
