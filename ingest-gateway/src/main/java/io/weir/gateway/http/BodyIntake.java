package io.weir.gateway.http;

import java.net.SocketAddress;

/** Consumes request bodies in a format other than line protocol. Belongs to one event loop. */
public interface BodyIntake {
    /**
     * Consumes and counts everything readable in the bytes from {@code from} up to {@code to}, and
     * rejects the rest. The caller may reuse the bytes afterwards.
     *
     * @return whether the whole body is in the expected format
     */
    boolean take(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos);
}
