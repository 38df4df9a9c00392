package io.weir.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Asks a server on this machine. */
public final class Http {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(60);

    private final int port;
    private final String address;

    /** Listening on {@code port} of 127.0.0.1. */
    public Http(int port) {
        this.port = port;
        this.address = "http://127.0.0.1:" + port;
    }

    int port() {
        return port;
    }

    /** The body of the answer, or an exception with it if that is a refusal. */
    public String get(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = ask(path);
        if (answer.statusCode() != 200) {
            throw new IOException(path + ": " + answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }

    /** Whether the server is there and content. */
    public boolean answers(String path) throws InterruptedException {
        try {
            return ask(path).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** As part of a query in a URL. */
    static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private HttpResponse<String> ask(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .timeout(ANSWER_WITHIN)
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
