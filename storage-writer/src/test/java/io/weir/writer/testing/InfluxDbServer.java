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
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * A real InfluxDB 1.x with a database of its own for one test class.
 *
 * @param address {@code HOST:PORT}
 * @param database made for this class, dropped behind it
 * @param end ends the server if the tests started it
 */
public record InfluxDbServer(String address, String database, Runnable end) {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();

    InfluxDbServer(String address, Runnable end) {
        this(address, "weir_test_" + UUID.randomUUID().toString().replace("-", ""), end);
    }

    /** Its address for the writer. */
    public String url() {
        return "influxdb1://" + address + "/" + database;
    }

    /** The first series of a query's result: an object with {@code columns} and {@code values}; missing if empty. */
    public JsonNode series(String query) {
        return query(query).path("results").path(0).path("series").path(0);
    }

    /** The last cell of the first row of a query's result, such as a count; empty if there is none. */
    public String value(String query) {
        JsonNode row = series(query).path("values").path(0);
        return row.path(row.size() - 1).asText("");
    }

    boolean answers() {
        try {
            URI ping = URI.create("http://" + address + "/ping");
            return HTTP.send(HttpRequest.newBuilder(ping).build(), BodyHandlers.discarding())
                            .statusCode()
                    == 204;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    void close() {
        if (answers()) {
            query("DROP DATABASE \"" + database + "\"");
        }
        end.run();
    }

    private JsonNode query(String query) {
        URI uri = URI.create("http://" + address + "/query?epoch=ns&db=" + database + "&q="
                + URLEncoder.encode(query, StandardCharsets.UTF_8));
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(uri).POST(BodyPublishers.noBody()).build();
            return JSON.readTree(HTTP.send(request, BodyHandlers.ofString()).body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
