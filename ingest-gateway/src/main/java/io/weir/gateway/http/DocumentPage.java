package io.weir.gateway.http;

import io.netty.handler.codec.http.HttpMethod;
import java.net.SocketAddress;
import java.util.Set;
import java.util.function.Consumer;

/** A JSON document that never changes. */
final class DocumentPage implements Page {
    private static final Set<HttpMethod> METHODS = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    private final Answer answer;

    DocumentPage(byte[] json) {
        this.answer = Answer.json(200, json);
    }

    @Override
    public Set<HttpMethod> methods() {
        return METHODS;
    }

    @Override
    public void serve(Head head, byte[] body, int length, SocketAddress source, Consumer<Answer> reply) {
        reply.accept(answer);
    }
}
