package io.weir.standalone.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.contract.service.BoundHost;
import io.weir.contract.service.HttpPort;
import io.weir.contract.service.WantedPort;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * The query port of the embedded store, for people and programs: {@code GET /exec?query=…} for JSON
 * and {@code GET /exp?query=…} for CSV, in QuestDB's format. The store itself, not a check of the
 * query's text, prevents changes: queries run as a user who may only select. Requests from web
 * pages of another origin are refused, so that no page can make a browser query the store.
 */
final class StoreQueries implements AutoCloseable {
    private static final int THREADS = 16;
    private static final Duration ANSWER_WITHIN = Duration.ofMinutes(2);

    private static final Set<String> PATHS = Set.of("/exec", "/exp");
    private static final Set<String> OWN_SITES = Set.of("none", "same-origin");
    private static final List<String> PASSED_ON = List.of("Content-Type", "Content-Disposition");
    private static final String WRITERS =
            "only Weir writes to its embedded store: send metrics to the gateway (docs/inputs),"
                    + " or use a store of your own (--store, docs/storage.md)";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final HttpPort server;
    private final BoundHost host;
    private final String store;
    private final String authorization;

    /**
     * Does not listen before {@link #start}.
     *
     * @param store its address, such as {@code http://127.0.0.1:1234}
     * @param authorization the value of the header Authorization, of a user who may only select
     */
    StoreQueries(WantedPort port, String store, String authorization) {
        this.host = BoundHost.of(port.host());
        this.store = store;
        this.authorization = authorization;
        this.server = new HttpPort(port, "store-http", HttpPort.Limits.of(THREADS), Optional.empty(), new Questions());
    }

    void start() {
        server.start();
    }

    int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.close();
    }

    private record Refusal(int status, String why) {}

    private final class Questions extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            response.getHeaders().put("X-Content-Type-Options", "nosniff");
            response.getHeaders().put("Cross-Origin-Resource-Policy", "same-origin");
            try {
                Optional<Refusal> refusal = refusal(request);
                if (refusal.isPresent()) {
                    refuse(refusal.get(), response, callback);
                } else {
                    ask(request, response, callback);
                }
            } catch (IOException e) {
                callback.failed(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                callback.failed(e);
            }
            return true;
        }
    }

    private Optional<Refusal> refusal(Request request) {
        String path = Request.getPathInContext(request);
        if (!host.isMeantBy(header(request, "Host"))) {
            return Optional.of(new Refusal(421, "address this machine as localhost or 127.0.0.1"));
        }
        if (isForeign(request)) {
            return Optional.of(new Refusal(
                    403,
                    "a web page of another origin sent this request: use a program such as curl, or type"
                            + " the address"));
        }
        if (!PATHS.contains(path)) {
            return Optional.of(new Refusal(
                    404,
                    "there is no " + path + " here; read with GET /exec?query=… (JSON) or GET /exp?query=… (CSV); "
                            + WRITERS));
        }
        return request.getMethod().equals("GET")
                ? Optional.empty()
                : Optional.of(new Refusal(405, "only GET, for reading; " + WRITERS));
    }

    /**
     * Whether a browser sends the request for a page of another origin; programs send neither
     * header.
     */
    private static boolean isForeign(Request request) {
        Optional<String> site = header(request, "Sec-Fetch-Site");
        Optional<String> origin = header(request, "Origin");
        String own = "http://" + header(request, "Host").orElse("");
        return !OWN_SITES.contains(site.orElse("none")) || !origin.orElse(own).equals(own);
    }

    private static Optional<String> header(Request request, String name) {
        return Optional.ofNullable(request.getHeaders().get(name));
    }

    private void ask(Request request, Response response, Callback callback) throws IOException, InterruptedException {
        URI question;
        try {
            question = URI.create(store + Request.getPathInContext(request) + "?" + query(request));
        } catch (IllegalArgumentException e) {
            refuse(new Refusal(400, "the query is not UTF-8"), response, callback);
            return;
        }
        HttpRequest forwarded = HttpRequest.newBuilder(question)
                .header("Authorization", authorization)
                .timeout(ANSWER_WITHIN)
                .build();
        HttpResponse<InputStream> answer;
        try {
            answer = client.send(forwarded, HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException e) {
            refuse(new Refusal(503, "the store does not answer: " + e.getMessage()), response, callback);
            return;
        }
        response.setStatus(answer.statusCode());
        for (String name : PASSED_ON) {
            answer.headers().firstValue(name).ifPresent(value -> response.getHeaders()
                    .put(name, value));
        }
        try (InputStream body = answer.body()) {
            if (answer.statusCode() < 400) {
                try (OutputStream out = Content.Sink.asOutputStream(response)) {
                    body.transferTo(out);
                }
                callback.succeeded();
                return;
            }
            byte[] said = body.readAllBytes();
            String why = JSON.readTree(said).path("error").asText();
            if (why.toLowerCase(Locale.ROOT).contains("permission denied")) {
                refuse(new Refusal(403, why + ": this port is for reading; " + WRITERS), response, callback);
            } else {
                response.write(true, ByteBuffer.wrap(said), callback);
            }
        }
    }

    /**
     * Encodes the parameters again: browsers leave characters unencoded that a URI must not
     * contain.
     */
    private static String query(Request request) {
        return Request.extractQueryParameters(request).stream()
                .flatMap(field -> field.getValues().stream()
                        .map(value ->
                                URLEncoder.encode(field.getName(), UTF_8) + "=" + URLEncoder.encode(value, UTF_8)))
                .collect(Collectors.joining("&"));
    }

    private static void refuse(Refusal refusal, Response response, Callback callback) throws IOException {
        response.setStatus(refusal.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        String body = JSON.writeValueAsString(Map.of("error", refusal.why())) + "\n";
        response.write(true, ByteBuffer.wrap(body.getBytes(UTF_8)), callback);
    }
}
