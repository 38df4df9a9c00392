package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** GET requests to servers on this machine. Fails if a server does not answer. */
public final class LocalHttp {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private LocalHttp() {}

    /**
     * The answer for a path, whatever its status.
     *
     * @param headers names and values, alternately
     * @throws java.util.concurrent.CompletionException if there is none
     */
    public static HttpResponse<String> get(int port, String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return CLIENT.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
                .join();
    }

    /** The answer of the embedded store to a statement. */
    public static HttpResponse<String> query(int storePort, String statement, String... headers) {
        return get(storePort, "/exec?query=" + URLEncoder.encode(statement, UTF_8), headers);
    }
}
