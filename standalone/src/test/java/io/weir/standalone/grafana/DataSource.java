package io.weir.standalone.grafana;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The provisioned data source of the type InfluxDB, with queries like those of Grafana's plugin.
 *
 * @param uid the name that dashboards use
 * @param header name and value of the header of every request
 */
record DataSource(String uid, URI url, String database, Map.Entry<String, String> header) {
    static final Path FILE = Path.of("..", "docker", "grafana", "provisioning", "datasources", "weir.yaml");

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The data source of the file. */
    static DataSource provisioned() {
        Map<?, ?> source = inFile(0);
        Map<?, ?> open = (Map<?, ?>) value(source, "jsonData");
        Map<?, ?> secret = (Map<?, ?>) value(source, "secureJsonData");
        return new DataSource(
                value(source, "uid").toString(),
                URI.create(value(source, "url").toString()),
                value(open, "dbName").toString(),
                Map.entry(
                        value(open, "httpHeaderName1").toString(),
                        value(secret, "httpHeaderValue1").toString()));
    }

    /** The data source at this place in the file. */
    static Map<?, ?> inFile(int place) {
        try {
            Map<?, ?> file =
                    (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(Files.readString(FILE));
            return (Map<?, ?>) ((List<?>) value(file, "datasources")).get(place);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same data source for another store. */
    DataSource at(String address, String otherDatabase, String token) {
        return new DataSource(
                uid,
                URI.create("http://" + address),
                otherDatabase,
                Map.entry(header.getKey(), header.getValue().replace("$WEIR_STORE_TOKEN", token)));
    }

    /** All series of the answer; fails if the store does not understand the query. */
    List<JsonNode> ask(String query) {
        URI uri = URI.create(url + "/query?epoch=ms&db=" + encoded(database) + "&q=" + encoded(query));
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header(header.getKey(), header.getValue())
                .build();
        try {
            HttpResponse<String> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
            JsonNode result = JSON.readTree(answer.body()).path("results").path(0);
            if (answer.statusCode() != 200 || result.has("error")) {
                throw new AssertionError(query + ": HTTP " + answer.statusCode() + ": " + answer.body());
            }
            List<JsonNode> series = new ArrayList<>();
            result.path("series").forEach(series::add);
            return series;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static Object value(Map<?, ?> mapping, String key) {
        return Objects.requireNonNull(mapping.get(key), key + " is not in " + FILE);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
