package io.weir.gateway.http;

import io.netty.handler.codec.http.HttpMethod;
import java.net.SocketAddress;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The handler of one path. Belongs to one event loop. */
interface Page {
    /** Accepted methods; any other is answered with 405. */
    Set<HttpMethod> methods();

    /** Checks a request before its body is read. Returns the answer that rejects it, or null. */
    default @Nullable Answer refuse(Head head, SocketAddress source) {
        return null;
    }

    /**
     * Serves a request.
     *
     * @param body decompressed; the caller reuses it afterwards
     * @param reply must be called once, on the event loop, now or later
     */
    void serve(Head head, byte[] body, int length, SocketAddress source, Consumer<Answer> reply);
}
