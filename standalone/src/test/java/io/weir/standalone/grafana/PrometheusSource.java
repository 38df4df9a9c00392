package io.weir.standalone.grafana;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/**
 * The provisioned data source of the type Prometheus, with the requests that Grafana's server sends for it.
 *
 * <p>The method, the path and the parameters are those of {@code pkg/promlib/client/client.go} of
 * github.com/grafana/grafana at commit 24d6880ae3f4.
 *
 * @param uid the name that dashboards use
 * @param interval the shortest distance of two values in a panel, {@code timeInterval} of the file
 */
record PrometheusSource(String uid, URI url, Duration interval) {
    /** Grafana asks by HTTP/1.1. */
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The data source of the file. */
    static PrometheusSource provisioned() {
        Map<?, ?> source = DataSource.inFile(1);
        Map<?, ?> settings = (Map<?, ?>) DataSource.value(source, "jsonData");
        if (!DataSource.value(source, "type").equals("prometheus")
                || !DataSource.value(settings, "httpMethod").equals("POST")) {
            throw new AssertionError(
                    "the requests of this class are those of a prometheus with POST, not of " + source);
        }
        return new PrometheusSource(
                DataSource.value(source, "uid").toString(),
                URI.create(DataSource.value(source, "url").toString()),
                Duration.parse("PT" + DataSource.value(settings, "timeInterval")));
    }

    /** The same data source for another dashboard. */
    PrometheusSource at(int port) {
        return new PrometheusSource(uid, URI.create("http://127.0.0.1:" + port), interval);
    }

    /** {@code data} of the answer to a form; fails if Grafana would report an error. */
    JsonNode post(String path, Map<String, String> parameters) {
        return data(request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(encoded(parameters)))
                .build());
    }

    /** {@code data} of the answer; fails if Grafana would report an error. */
    JsonNode get(String path, Map<String, String> parameters) {
        return data(request(parameters.isEmpty() ? path : path + "?" + encoded(parameters))
                .GET()
                .build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(url.resolve("/api/v1/" + path))
                .header("User-Agent", "Grafana/11.6.0")
                .header("Accept-Encoding", "gzip");
    }

    private static JsonNode data(HttpRequest request) {
        try {
            HttpResponse<byte[]> response = HTTP.send(request, BodyHandlers.ofByteArray());
            JsonNode answer = JSON.readTree(text(response));
            if (response.statusCode() != 200 || !answer.path("status").asText().equals("success")) {
                throw new AssertionError(request + ": HTTP " + response.statusCode() + ": " + answer);
            }
            return answer.path("data");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] text(HttpResponse<byte[]> response) throws IOException {
        if (!response.headers().firstValue("Content-Encoding").orElse("").equals("gzip")) {
            return response.body();
        }
        try (InputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
            return unpacked.readAllBytes();
        }
    }

    private static String encoded(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(each -> URLEncoder.encode(each.getKey(), UTF_8) + "=" + URLEncoder.encode(each.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
    }
}
