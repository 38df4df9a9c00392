package io.weir.gateway.http;

import java.net.SocketAddress;
import java.util.Map;

/**
 * An interface of another program. Belongs to one event loop.
 *
 * @param bodies consumers of posted bodies, by path
 * @param documents JSON to get, by path
 * @param errors the format of errors
 */
public record HttpApi(Map<String, BodyIntake> bodies, Map<String, byte[]> documents, ErrorFormat errors) {

    /** Consumes bodies of which a part may be unreadable. */
    @FunctionalInterface
    public interface PlainBodies {
        /** Returns whether the whole body is in the expected format. */
        boolean take(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos);
    }

    /** Bodies posted to {@code /}. The answer is 200, or 400 if some of the body is unreadable. */
    public static HttpApi plain(PlainBodies bodies) {
        Answer unreadable =
                Dialect.V1.error(400, "part of the body is not readable and was rejected; the rest is accepted");
        BodyIntake intake = (bytes, length, hasParameter, source, receivedNanos) ->
                bodies.take(bytes, 0, length, source, receivedNanos) ? Answer.ok() : unreadable;
        return new HttpApi(Map.of("/", intake), Map.of(), Dialect.V1);
    }
}
