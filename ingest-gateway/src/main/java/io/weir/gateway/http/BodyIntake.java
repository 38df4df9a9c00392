package io.weir.gateway.http;

import java.net.SocketAddress;

/** Consumes request bodies in a format other than line protocol. Belongs to one event loop. */
@FunctionalInterface
public interface BodyIntake {
    /**
     * Consumes and counts everything readable in the first {@code length} bytes, and rejects the rest.
     * The caller may reuse the bytes afterwards.
     *
     * @return the answer, which is sent once the lines are safe
     */
    Answer take(byte[] bytes, int length, RequestHead head, SocketAddress source, long receivedNanos);
}
