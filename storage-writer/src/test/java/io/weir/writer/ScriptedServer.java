package io.weir.writer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP server with scripted answers. It does not simulate a database, only the statuses and
 * headers that a database with a problem, or a proxy, may send.
 */
final class ScriptedServer implements AutoCloseable {
    private final HttpServer server;
    private final Function<Request, Answer> script;
    final List<Request> requests = new CopyOnWriteArrayList<>();

    /** A request, with the parts that tests check. */
    record Request(
            String method,
            String path,
            String query,
            String authorization,
            String encoding,
            String body,
            @Nullable String tenant) {
        Request(String method, String path, String query, String authorization, String encoding, String body) {
            this(method, path, query, authorization, encoding, body, null);
        }
    }

    /** An answer; {@code retryAfter} and {@code written}, a count of samples, become headers unless they are empty. */
    record Answer(int status, String body, String retryAfter, String written) {
        Answer(int status, String body, String retryAfter) {
            this(status, body, retryAfter, "");
        }

        Answer(int status, String body) {
            this(status, body, "");
        }

        Answer written(String count) {
            return new Answer(status, body, retryAfter, count);
        }

        Answer(int status) {
            this(status, "");
        }
    }

    ScriptedServer(Function<Request, Answer> script) {
        this.script = script;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.start();
    }

    String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String encoding = exchange.getRequestHeaders()
                    .getOrDefault("Content-Encoding", List.of("identity"))
                    .get(0);
            InputStream body = encoding.equals("gzip")
                    ? new GZIPInputStream(exchange.getRequestBody())
                    : exchange.getRequestBody();
            Request request = new Request(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getPath(),
                    String.valueOf(exchange.getRequestURI().getQuery()),
                    String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")),
                    encoding,
                    new String(body.readAllBytes(), UTF_8),
                    exchange.getRequestHeaders().getFirst("X-Scope-OrgID"));
            requests.add(request);
            Answer answer = script.apply(request);
            if (!answer.retryAfter().isEmpty()) {
                exchange.getResponseHeaders().set("Retry-After", answer.retryAfter());
            }
            if (!answer.written().isEmpty()) {
                exchange.getResponseHeaders().set("X-Prometheus-Remote-Write-Samples-Written", answer.written());
            }
            if (answer.body().startsWith("<html>")) {
                exchange.getResponseHeaders().set("Content-Type", "text/html");
            }
            byte[] answered = answer.body().getBytes(UTF_8);
            exchange.sendResponseHeaders(answer.status(), answered.length == 0 ? -1 : answered.length);
            if (answered.length > 0) {
                exchange.getResponseBody().write(answered);
            }
        }
    }
}
