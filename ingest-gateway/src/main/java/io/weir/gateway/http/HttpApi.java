package io.weir.gateway.http;

import java.net.SocketAddress;
import java.util.Map;
import java.util.Optional;

/**
 * An interface of another program. Belongs to one event loop.
 *
 * @param bodies consumers of posted bodies, by path
 * @param documents JSON to get, by path
 * @param errors the format of errors
 */
public record HttpApi(Map<String, BodyIntake> bodies, Map<String, byte[]> documents, ErrorFormat errors) {

    /** Consumes bodies of which a part may be refused. */
    @FunctionalInterface
    public interface PlainBodies {
        /** Returns what was refused, for the sender; empty if nothing was. */
        Optional<String> take(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos);
    }

    /** Bodies posted to {@code /}. The answer is 200, or 400 if some of the body is refused. */
    public static HttpApi plain(PlainBodies bodies) {
        BodyIntake intake =
                (bytes, length, head, source, receivedNanos) -> bodies.take(bytes, 0, length, source, receivedNanos)
                        .map(refused -> Dialect.V1.error(400, refused))
                        .orElseGet(Answer::ok);
        return new HttpApi(Map.of("/", intake), Map.of(), Dialect.V1);
    }
}
