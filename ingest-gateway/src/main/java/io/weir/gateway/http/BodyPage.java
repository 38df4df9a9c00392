package io.weir.gateway.http;

import io.netty.handler.codec.http.HttpMethod;
import java.net.SocketAddress;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Accepts bodies in a format other than line protocol. Answers once the readable part is safe: 200,
 * or 400 if some of the body is unreadable.
 */
final class BodyPage implements Page {
    private static final Set<HttpMethod> METHODS = Set.of(HttpMethod.POST);
    private static final Dialect DIALECT = Dialect.V1;

    private final Admission admission;
    private final WriteLoop loop;
    private final BodyIntake bodies;

    BodyPage(Tokens tokens, WriteLoop loop, BodyIntake bodies) {
        this.admission = new Admission(tokens, loop);
        this.loop = loop;
        this.bodies = bodies;
    }

    @Override
    public Set<HttpMethod> methods() {
        return METHODS;
    }

    @Override
    public @Nullable Answer refuse(Head head, SocketAddress source) {
        return admission.refuse(head, source, DIALECT);
    }

    @Override
    public void serve(Head head, byte[] body, int length, SocketAddress source, Consumer<Answer> reply) {
        if (!loop.hasRoom()) {
            reply.accept(RejectedRequest.noRoom(DIALECT));
            return;
        }
        boolean isReadable = loop.take(body, length, source, bodies);
        Answer answer = isReadable
                ? Answer.ok()
                : DIALECT.error(400, "part of the body is not readable and was rejected; the rest is accepted");
        loop.whenKnown(outcome -> reply.accept(RejectedRequest.by(outcome, answer, DIALECT)));
    }
}
