package io.weir.benchmarks.harness;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** An HTTP client of a server on this machine. */
public final class Http {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Duration ANSWER_WITHIN = Duration.ofMinutes(15);
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;

    private final int port;
    private final String address;

    /** Uses {@code port} of 127.0.0.1. */
    public Http(int port) {
        this.port = port;
        this.address = "http://127.0.0.1:" + port;
    }

    /** Uses an address such as {@code 127.0.0.1:8086}. */
    public static Http of(String address) {
        return new Http(Integer.parseInt(address.replaceFirst(".*:", "")));
    }

    /** Returns the server's port. */
    public int port() {
        return port;
    }

    /**
     * Returns the body of the answer.
     *
     * @throws IOException with the body if the status is not 200
     */
    public String get(String path) throws IOException, InterruptedException {
        return body(path, ask(request(path)));
    }

    /** As {@link #get(String)}, with this value of the header Accept. */
    public String get(String path, String form) throws IOException, InterruptedException {
        return body(path, ask(request(path).header("Accept", form)));
    }

    /** As {@link #get(String)}, but empty if the server is unavailable (status 503). */
    public Optional<String> getUnlessBusy(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = ask(request(path));
        return answer.statusCode() == UNAVAILABLE ? Optional.empty() : Optional.of(body(path, answer));
    }

    /** Sends a POST without a body. */
    public String post(String path) throws IOException, InterruptedException {
        return body(path, ask(request(path).POST(HttpRequest.BodyPublishers.noBody())));
    }

    /** Returns whether the server answers with status 200. */
    public boolean answers(String path) throws InterruptedException {
        return answers(path, OK);
    }

    /** Returns whether the server answers with this status. */
    public boolean answers(String path, int status) throws InterruptedException {
        try {
            return ask(request(path)).statusCode() == status;
        } catch (IOException e) {
            return false;
        }
    }

    /** Escapes a text for a query in a URL. */
    public static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path)).timeout(ANSWER_WITHIN);
    }

    private static HttpResponse<String> ask(HttpRequest.Builder request) throws IOException, InterruptedException {
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String body(String path, HttpResponse<String> answer) throws IOException {
        if (answer.statusCode() != OK) {
            throw new IOException(path + ": " + answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }
}
