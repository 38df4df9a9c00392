package io.weir.gateway.http;

import io.netty.handler.codec.http.HttpMethod;
import java.net.SocketAddress;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What is behind one path. Belongs to one event loop. */
interface Page {
    /** Any other is answered with 405. */
    Set<HttpMethod> methods();

    /** Looks at a request before its body is read: the answer that makes reading it pointless, or null. */
    default @Nullable Answer refuse(Head head, SocketAddress source) {
        return null;
    }

    /**
     * Serves a request.
     *
     * @param body the caller's again afterwards; unpacked
     * @param reply to be called once, on the event loop, now or later
     */
    void serve(Head head, byte[] body, int length, SocketAddress source, Consumer<Answer> reply);
}
