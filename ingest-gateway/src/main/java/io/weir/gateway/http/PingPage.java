package io.weir.gateway.http;

import io.netty.handler.codec.http.HttpMethod;
import io.weir.gateway.json.JsonText;
import java.net.SocketAddress;
import java.util.Set;
import java.util.function.Consumer;

/** Answers pings: 204 without a body, or the version if {@code verbose} is set. */
final class PingPage implements Page {
    /** The reported InfluxDB version: the last one with the 1.x interface. */
    static final String INFLUXDB_VERSION = "1.8.10";

    private static final Set<HttpMethod> METHODS = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    @Override
    public Set<HttpMethod> methods() {
        return METHODS;
    }

    @Override
    public void serve(Head head, byte[] body, int length, SocketAddress source, Consumer<Answer> reply) {
        String verbose = head.parameter("verbose");
        boolean isVerbose = verbose != null && !verbose.equals("false") && !verbose.equals("0");
        reply.accept(
                isVerbose
                        ? Answer.json(200, JsonText.object(json -> json.writeStringField("version", INFLUXDB_VERSION)))
                        : Answer.noContent());
    }
}
