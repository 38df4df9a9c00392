package io.weir.query.store;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server before that of a store, which passes requests on and lists their queries. */
public final class StatementLog implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<String> statements = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private final String store;

    /** @param store its address, such as {@code http://127.0.0.1:9000} */
    public StatementLog(String store) throws IOException {
        this.store = store;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::pass);
        server.start();
    }

    /** The address of this server. */
    public String http() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The queries of all requests so far. */
    public List<String> statements() {
        return statements;
    }

    private void pass(HttpExchange exchange) throws IOException {
        try (exchange) {
            statements.add(exchange.getRequestURI().getQuery());
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(store + exchange.getRequestURI()));
            String credentials = exchange.getRequestHeaders().getFirst("Authorization");
            if (credentials != null) {
                request.header("Authorization", credentials);
            }
            HttpResponse<byte[]> answer = client.send(request.build(), BodyHandlers.ofByteArray());
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
