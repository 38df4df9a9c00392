package io.weir.standalone;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** Forwards queries to a real store, except refused ones, and records their parameters. */
final class QueryProxy implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<String> queries = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private final String store;
    private final Predicate<String> isRefused;

    /**
     * @param store {@code HOST:PORT}
     * @param isRefused whether a query, by its decoded parameters, is answered with status 503
     */
    QueryProxy(String store, Predicate<String> isRefused) throws IOException {
        this.store = store;
        this.isRefused = isRefused;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::forward);
        server.start();
    }

    String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    List<String> queries() {
        return List.copyOf(queries);
    }

    private void forward(HttpExchange exchange) throws IOException {
        try (exchange) {
            URI asked = exchange.getRequestURI();
            queries.add(asked.getQuery());
            if (isRefused.test(asked.getQuery())) {
                exchange.sendResponseHeaders(503, -1);
                return;
            }
            HttpResponse<byte[]> answer = client.send(
                    HttpRequest.newBuilder(URI.create("http://" + store + asked))
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            throw new InterruptedIOException();
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
