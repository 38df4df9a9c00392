package io.weir.gateway.http;

import java.net.SocketAddress;
import java.util.function.Predicate;

/** Consumes request bodies in a format other than line protocol. Belongs to one event loop. */
@FunctionalInterface
public interface BodyIntake {
    /**
     * Consumes and counts everything readable in the first {@code length} bytes, and rejects the rest.
     * The caller may reuse the bytes afterwards.
     *
     * @param hasParameter whether the request has a parameter of this name
     * @return the answer, which is sent once the lines are safe
     */
    Answer take(byte[] bytes, int length, Predicate<String> hasParameter, SocketAddress source, long receivedNanos);
}
