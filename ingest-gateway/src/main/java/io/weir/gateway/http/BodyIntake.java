package io.weir.gateway.http;

import java.net.SocketAddress;

/** Takes in the bodies of requests that are no line protocol. Belongs to one event loop. */
public interface BodyIntake {
    /**
     * Takes what can be read of the bytes from {@code from} up to {@code to}, and counts them; they are the caller's again afterwards.
     * What cannot be read is refused.
     *
     * @return whether the body was in the language that it should be in, all of it
     */
    boolean take(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos);
}
