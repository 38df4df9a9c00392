package io.weir.gateway.http;

import io.netty.handler.codec.http.HttpMethod;
import java.net.SocketAddress;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Accepts bodies in a format other than line protocol. Answers once their lines are safe. */
final class BodyPage implements Page {
    private static final Set<HttpMethod> METHODS = Set.of(HttpMethod.POST);

    private final Admission admission;
    private final WriteLoop loop;
    private final BodyIntake bodies;
    private final ErrorFormat errors;

    BodyPage(Tokens tokens, WriteLoop loop, BodyIntake bodies, ErrorFormat errors) {
        this.admission = new Admission(tokens, loop);
        this.loop = loop;
        this.bodies = bodies;
        this.errors = errors;
    }

    @Override
    public Set<HttpMethod> methods() {
        return METHODS;
    }

    @Override
    public @Nullable Answer refuse(Head head, SocketAddress source) {
        return admission.refuse(head, source, errors(head));
    }

    private ErrorFormat errors(Head head) {
        return errors.forContentType(head.contentType());
    }

    @Override
    public void serve(Head head, byte[] body, int length, SocketAddress source, Consumer<Answer> reply) {
        ErrorFormat format = errors(head);
        if (!loop.hasRoom()) {
            reply.accept(RejectedRequest.noRoom(format));
            return;
        }
        Answer answer = loop.take(head, body, length, source, bodies);
        loop.whenKnown(outcome -> reply.accept(RejectedRequest.by(outcome, answer, format)));
    }
}
