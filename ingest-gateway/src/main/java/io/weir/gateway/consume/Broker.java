package io.weir.gateway.consume;

import java.io.IOException;

/** A broker whose messages an input consumes. Thread-safe. */
public interface Broker {
    /**
     * Connects and subscribes.
     *
     * @param consumer name of the consumer, for the broker's log
     */
    Subscription subscribe(String consumer) throws IOException;

    /** Maximum number of messages of a subscription that the broker delivers unacknowledged. */
    int window();

    /** The consumed queue, topics or files, and where they are, for the log. */
    @Override
    String toString();
}
