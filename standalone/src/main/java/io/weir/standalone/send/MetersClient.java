package io.weir.standalone.send;

import io.weir.contract.http.HttpCalls;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;

/** Fetches the meters of one service or of several. */
final class MetersClient {
    private final HttpCalls calls = new HttpCalls(Duration.ofSeconds(2), Duration.ofSeconds(5));
    private final List<URI> pages;

    /** @param urls without a path */
    MetersClient(List<String> urls) {
        this.pages = urls.stream().map(MetersClient::page).toList();
    }

    private static URI page(String url) {
        try {
            URI page = URI.create(url.replaceAll("(/metrics)?/*$", "") + "/metrics");
            if (page.getHost() != null && ("http".equals(page.getScheme()) || "https".equals(page.getScheme()))) {
                return page;
            }
        } catch (IllegalArgumentException e) {
            // The exception below also reports this mistake.
        }
        throw new IllegalArgumentException(
                "--meters must be a URL such as http://127.0.0.1:9400, or none, was '" + url + "'");
    }

    /** The current meters, added over all services. */
    Meters now() throws IOException, InterruptedException {
        StringBuilder all = new StringBuilder();
        for (URI page : pages) {
            HttpCalls.Answer answer = calls.send(HttpRequest.newBuilder(page).build());
            if (answer.status() != 200) {
                throw new IOException(page + " answers " + answer.status());
            }
            all.append(answer.body()).append('\n');
        }
        Meters meters = Meters.parse(all.toString());
        if (!meters.has("gateway_lines")) {
            throw new IOException(pages + " has no meters of a gateway");
        }
        return meters;
    }
}
