package io.weir.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.query.series.Labels;
import io.weir.query.series.Sample;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesBuilder;
import io.weir.writer.testing.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The Prometheus of Debian with samples, and its API. */
public final class RealPrometheus implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ServerProcess server = ServerProcess.prometheus("{}");

    public void write(List<Series> series) throws IOException, InterruptedException {
        HttpRequest request = request("/api/v1/write")
                .header("Content-Encoding", "snappy")
                .header("X-Prometheus-Remote-Write-Version", "0.1.0")
                .POST(BodyPublishers.ofByteArray(RemoteWriteBody.of(series)))
                .build();
        var answer = answer(request);
        if (answer.statusCode() >= 300) {
            throw new IllegalStateException(answer.statusCode() + " " + answer.body());
        }
    }

    /** The error of the parser; empty if it accepts the query. */
    String parseError(String query) throws IOException, InterruptedException {
        JsonNode answer = ask("format_query", Map.of("query", query));
        return answer.path("error").asText();
    }

    /** With {@code status}. */
    JsonNode instant(String query, long time) throws IOException, InterruptedException {
        return ask("query", Map.of("query", query, "time", seconds(time)));
    }

    /** With {@code status}. */
    JsonNode range(String query, Span span) throws IOException, InterruptedException {
        return ask(
                "query_range",
                Map.of(
                        "query", query,
                        "start", seconds(span.start()),
                        "end", seconds(span.end()),
                        "step", seconds(span.step())));
    }

    private static String seconds(long milliseconds) {
        return milliseconds / 1000 + "." + String.format("%03d", milliseconds % 1000);
    }

    private JsonNode ask(String endpoint, Map<String, String> parameters) throws IOException, InterruptedException {
        String form = parameters.entrySet().stream()
                .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        HttpRequest request = request("/api/v1/" + endpoint)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form))
                .build();
        return JSON.readTree(answer(request).body());
    }

    /** The answer to a request: GET without a form, else POST. */
    public HttpResponse<String> answer(String path, String form) throws IOException, InterruptedException {
        HttpRequest.Builder request = request(path);
        if (!form.isEmpty()) {
            request.header("Content-Type", "application/x-www-form-urlencoded").POST(BodyPublishers.ofString(form));
        }
        return answer(request.build());
    }

    /** The JDK does not repeat a POST on a connection that the server has just closed. Here none changes anything twice. */
    private HttpResponse<String> answer(HttpRequest request) throws IOException, InterruptedException {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            return http.send(request, BodyHandlers.ofString());
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://" + server.address() + path));
    }

    /** The value of an answer. */
    static Result result(JsonNode answer) {
        JsonNode data = answer.path("data");
        JsonNode result = data.path("result");
        return switch (data.path("resultType").asText()) {
            case "scalar" -> new Result.Scalar(time(result), number(result));
            case "string" -> new Result.Text(time(result), result.get(1).asText());
            case "vector" -> {
                List<Sample> samples = new ArrayList<>();
                result.forEach(each -> samples.add(new Sample(labels(each), number(each.get("value")))));
                yield new Result.Vector(0, samples);
            }
            case "matrix" -> {
                List<Series> series = new ArrayList<>();
                for (JsonNode each : result) {
                    SeriesBuilder builder = new SeriesBuilder(labels(each));
                    each.path("values").forEach(pair -> builder.add(time(pair), number(pair)));
                    series.add(builder.build());
                }
                yield new Result.Matrix(series);
            }
            default -> throw new IllegalArgumentException(answer.toString());
        };
    }

    private static long time(JsonNode pair) {
        return Math.round(pair.get(0).asDouble() * 1e3);
    }

    private static double number(JsonNode pair) {
        String text = pair.get(1).asText();
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    private static Labels labels(JsonNode series) {
        Map<String, String> labels = new HashMap<>();
        series.get("metric")
                .properties()
                .forEach(each -> labels.put(each.getKey(), each.getValue().asText()));
        return Labels.of(labels);
    }

    @Override
    public void close() {
        server.close();
    }
}
