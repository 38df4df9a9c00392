package io.weir.standalone.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Base64;

/** A client of the embedded store that acts as a person or as Weir. */
final class StoreClient {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private StoreClient() {}

    /** Writes as Weir does; returns the status. */
    static int write(EmbeddedStore store, String... lines) throws Exception {
        HttpRequest write = HttpRequest.newBuilder(URI.create(store.store().http() + "/write"))
                .header("Authorization", basic("weir", store.password()))
                .POST(HttpRequest.BodyPublishers.ofString(String.join("\n", lines)))
                .build();
        return CLIENT.send(write, HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    /** Queries at the port for people. */
    static HttpResponse<String> ask(EmbeddedStore store, String query) {
        return get(store, "/exec?query=" + URLEncoder.encode(query, UTF_8));
    }

    /** Requests at the port for people. */
    static HttpResponse<String> get(EmbeddedStore store, String pathAndQuery) {
        return CLIENT.sendAsync(
                        HttpRequest.newBuilder(URI.create(store.url() + pathAndQuery))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .join();
    }

    /** Requests at Weir's port without the password; returns the status. */
    static int direct(EmbeddedStore store, String method, String pathAndQuery, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(store.store().http() + pathAndQuery))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    /** Sends these lines of a head to the port for people; returns the answer with its head. */
    static String raw(EmbeddedStore store, String... head) throws IOException {
        try (Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), URI.create(store.url()).getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write((String.join("\r\n", head) + "\r\nConnection: close\r\n\r\n").getBytes(UTF_8));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
    }
}
