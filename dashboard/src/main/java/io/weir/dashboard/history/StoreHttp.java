package io.weir.dashboard.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.contract.http.HttpCalls;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/** Queries a store over HTTP. Its exceptions explain failures to users. Thread-safe. */
final class StoreHttp {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpCalls calls = new HttpCalls(Duration.ofSeconds(2), Duration.ofSeconds(10));
    private final StoreAddress store;

    StoreHttp(StoreAddress store) {
        this.store = store;
    }

    JsonNode get(String path, Map<String, String> query) throws IOException, InterruptedException {
        String asked = query.entrySet().stream()
                .map(pair -> pair.getKey() + "=" + URLEncoder.encode(pair.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(store.http() + path + "?" + asked));
        store.authorization().ifPresent(value -> request.header("Authorization", value));
        HttpCalls.Answer response;
        try {
            response = calls.send(request.build());
        } catch (IOException e) {
            throw new IOException("the store at " + store.http() + " does not answer", e);
        }
        if (!response.isWhole()) {
            throw new IOException("the answer of the store at " + store.http()
                    + " is too long; ask for a shorter range of time or for fewer fields");
        }
        JsonNode answer = json(response.body());
        if (response.status() != 200) {
            throw new IOException("the store answers with status " + response.status() + ": "
                    + answer.path("error").asText(answer.path("message").asText("no reason given")));
        }
        return answer;
    }

    private static JsonNode json(String body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            return JSON.createObjectNode();
        }
    }
}
