package io.weir.contract.service;

import java.util.Map;
import java.util.function.Supplier;

/** One stage of the data flow, from its configuration to its end. */
public interface Service extends AutoCloseable {

    /** The name in logs, health and file names, such as {@code gateway}. */
    String name();

    /**
     * Starts without blocking. A missing broker, topic or store is awaited in the background,
     * logged once and shown by {@link #health}.
     *
     * @throws RuntimeException with a message for the operator if the start can never succeed, for
     *     example if a port is taken
     */
    void start();

    /** The current health; any thread may call it, and it does not block. */
    Health health();

    /**
     * The service's own pages besides meters and health, by path: JSON, generated at each request
     * by any thread.
     */
    default Map<String, Supplier<String>> pages() {
        return Map.of();
    }

    /** Ends within 5 s and loses no accepted data. May be called twice, and without a start. */
    @Override
    void close();
}
