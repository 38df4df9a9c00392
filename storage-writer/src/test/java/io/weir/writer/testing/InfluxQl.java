package io.weir.writer.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Queries to an InfluxDB, in the language that 1.x and 2.x share, and plain requests.
 *
 * @param address {@code HOST:PORT}
 * @param token for the header of every request, if the server requires one
 */
record InfluxQl(String address, Optional<String> token) {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * The first series of a query's result: an object with {@code columns} and {@code values};
     * missing if empty.
     */
    JsonNode series(String database, String query) {
        return all(database, query).path(0);
    }

    /** All series of a query's result. */
    JsonNode all(String database, String query) {
        String path = "/query?epoch=ns&db=" + encoded(database) + "&q=" + encoded(query);
        return json("POST", path, "").path("results").path(0).path("series");
    }

    /** The last cell of the first row of a query's result, such as a count; empty without rows. */
    String value(String database, String query) {
        JsonNode row = series(database, query).path("values").path(0);
        return row.path(row.size() - 1).asText("");
    }

    /** Whether a server answers with this status. */
    boolean answers(String path, int status) {
        try {
            return send("GET", path, "").statusCode() == status;
        } catch (IOException e) {
            return false;
        }
    }

    /** Sends a request. Returns its JSON answer, or a missing node. */
    JsonNode json(String method, String path, String body) {
        try {
            HttpResponse<String> answer = send(method, path, body);
            if (answer.statusCode() >= 300) {
                throw new IllegalStateException(
                        method + " " + path + ": HTTP " + answer.statusCode() + " " + answer.body());
            }
            return JSON.readTree(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private HttpResponse<String> send(String method, String path, String body) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://" + address + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        token.ifPresent(text -> request.header("Authorization", "Token " + text));
        try {
            return HTTP.send(request.build(), BodyHandlers.ofString());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
