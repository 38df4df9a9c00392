package io.weir.contract.service;

import java.util.Map;
import java.util.function.Supplier;

/** One stage of the way of the data, from the moment it is configured to its end. */
public interface Service extends AutoCloseable {

    /** The name in logs, health and file names, such as {@code gateway}. */
    String name();

    /**
     * Starts and returns at once. What is not there yet (broker, topics, store) is waited for in the background, said
     * once in the log and shown by {@link #health}.
     *
     * @throws RuntimeException with a message for the operator if this can never work, such as for a port that is taken
     */
    void start();

    /** How it is now; called from any thread, returns at once. */
    Health health();

    /** Its own pages beside meters and health, by path: JSON, written anew at each request by any thread. */
    default Map<String, Supplier<String>> pages() {
        return Map.of();
    }

    /** Ends within 5 s and loses nothing that was accepted. May be called twice, and without a start. */
    @Override
    void close();
}
