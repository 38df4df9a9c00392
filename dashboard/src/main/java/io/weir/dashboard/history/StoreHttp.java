package io.weir.dashboard.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Queries a store over HTTP. Its exceptions explain failures to users. Thread-safe. */
final class StoreHttp {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration CONNECTED_WITHIN = Duration.ofSeconds(2);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(CONNECTED_WITHIN).build();
    private final StoreAddress store;

    StoreHttp(StoreAddress store) {
        this.store = store;
    }

    JsonNode get(String path, Map<String, String> query) throws IOException, InterruptedException {
        String asked = query.entrySet().stream()
                .map(pair -> pair.getKey() + "=" + URLEncoder.encode(pair.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(store.http() + path + "?" + asked))
                .timeout(ANSWER_WITHIN);
        authorization().ifPresent(value -> request.header("Authorization", value));
        HttpResponse<byte[]> response;
        try {
            response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new IOException("the store at " + store.http() + " does not answer", e);
        }
        JsonNode answer = json(response.body());
        if (response.statusCode() != 200) {
            throw new IOException("the store answers with status " + response.statusCode() + ": "
                    + answer.path("error").asText(answer.path("message").asText("no reason given")));
        }
        return answer;
    }

    private Optional<String> authorization() {
        return switch (store.kind()) {
            case QUESTDB -> store.user().map(user -> basic(user, store.token().orElse("")));
            case INFLUXDB1 -> store.token().map(token -> basic(store.user().orElse(""), token));
            case INFLUXDB2 -> store.token().map(token -> "Token " + token);
        };
    }

    private static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
    }

    private static JsonNode json(byte[] body) throws IOException {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            return JSON.createObjectNode();
        }
    }
}
