package io.weir.gateway.http;

import io.netty.handler.codec.http.HttpMethod;
import io.weir.gateway.json.JsonText;
import java.net.SocketAddress;
import java.util.Set;
import java.util.function.Consumer;

/** Reports, like InfluxDB 2, whether writes are accepted: 200, or 503 while there is no room. */
final class HealthPage implements Page {
    private static final Set<HttpMethod> METHODS = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    private final WriteLoop loop;

    HealthPage(WriteLoop loop) {
        this.loop = loop;
    }

    @Override
    public Set<HttpMethod> methods() {
        return METHODS;
    }

    @Override
    public void serve(Head head, byte[] body, int length, SocketAddress source, Consumer<Answer> reply) {
        boolean passes = loop.hasRoom();
        reply.accept(Answer.json(passes ? 200 : 503, JsonText.object(json -> {
            json.writeStringField("name", "weir");
            json.writeStringField(
                    "message", passes ? "ready for writes" : "Kafka accepts less than the gateway receives");
            json.writeStringField("status", passes ? "pass" : "fail");
            json.writeArrayFieldStart("checks");
            json.writeEndArray();
        })));
    }
}
