package io.weir.contract.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.weir.contract.http.BearerTokens;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves {@code /metrics} in Prometheus' text format, {@code /health/live} and
 * {@code /health/ready} as JSON with status 200 or 503, for one or several services, and the
 * services' own pages. If there is a token, all pages except health require it.
 */
public final class MetersServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MetersServer.class);

    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final String JSON = "application/json";
    private static final int THREADS = 8;

    private static final PortMistake MISTAKE = new PortMistake(
            "tcp", "meters and health", "meters.port (WEIR_METERS_PORT)", "meters.host (WEIR_METERS_HOST)");

    private final HttpPort server;

    private MetersServer(HttpPort server) {
        this.server = server;
    }

    /**
     * Binds the port and begins to serve.
     *
     * @param services queried for their health at each request
     * @throws StartException if the port is taken or the address does not belong to this machine
     */
    public static MetersServer start(
            HttpSettings http, PrometheusMeterRegistry meters, List<? extends Service> services) {
        MetersServer server = start(port(http), http.token(), meters::scrape, services);
        LOG.info("meters and health at http://{}:{}/metrics", http.host(), server.port());
        return server;
    }

    /**
     * The same with another page {@code /metrics}, in the same format.
     *
     * @param token required for reading the page
     */
    public static MetersServer start(
            WantedPort port, Optional<String> token, Supplier<String> metrics, List<? extends Service> services) {
        List<Service> all = List.copyOf(services);
        BearerTokens tokens = new BearerTokens(token.stream().toList());
        BearerTokens none = new BearerTokens(List.of());
        Map<String, Page> pages = new HashMap<>();
        pages.put("/metrics", new Page(tokens, () -> new Answer(200, TEXT, metrics.get())));
        pages.put("/health/live", new Page(none, () -> health(HealthReport.live(all))));
        pages.put("/health/ready", new Page(none, () -> health(HealthReport.ready(all))));
        for (Service service : all) {
            service.pages()
                    .forEach(
                            (path, page) -> pages.put(path, new Page(tokens, () -> new Answer(200, JSON, page.get()))));
        }
        Pages handler = new Pages(pages, BoundHost.of(port.host()), !tokens.isEmpty());
        HttpPort server = new HttpPort(port, "meters-http", HttpPort.Limits.of(THREADS), Optional.empty(), handler);
        server.start();
        return new MetersServer(server);
    }

    /** The port that it will listen on. */
    public static WantedPort port(HttpSettings http) {
        return new WantedPort(http.host(), http.port(), MISTAKE);
    }

    /** The bound port. */
    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.close();
    }

    private static Answer health(HealthReport report) {
        return new Answer(report.ok() ? 200 : 503, JSON, report.json());
    }

    private record Answer(int status, String type, String body) {}

    /**
     * The page at a path.
     *
     * @param tokens one of them is required for the page, if there are any
     */
    private record Page(BearerTokens tokens, Supplier<Answer> answer) {}

    private static final class Pages extends Handler.Abstract {
        private final Map<String, Page> pages;
        private final BoundHost host;
        private final boolean hasToken;

        private Pages(Map<String, Page> pages, BoundHost host, boolean hasToken) {
            this.pages = pages;
            this.host = host;
            this.hasToken = hasToken;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            Answer answer = answer(request, response);
            response.setStatus(answer.status());
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.type());
            response.write(true, ByteBuffer.wrap(answer.body().getBytes(UTF_8)), callback);
            return true;
        }

        private Answer answer(Request request, Response response) {
            String path = Request.getPathInContext(request);
            // A foreign page does not know the token, and a proxy may send its own host name.
            if (!hasToken
                    && !host.isMeantBy(Optional.ofNullable(request.getHeaders().get(HttpHeader.HOST)))) {
                return new Answer(421, TEXT, "use localhost or 127.0.0.1 as the host\n");
            }
            Page page = pages.get(path);
            if (page == null) {
                return new Answer(404, TEXT, "not found; available: /metrics, /health/live, /health/ready\n");
            }
            if (!request.getMethod().equals("GET")) {
                return new Answer(405, TEXT, "only GET is allowed\n");
            }
            if (!page.tokens().allow(request.getHeaders().get(HttpHeader.AUTHORIZATION))) {
                response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
                return new Answer(401, TEXT, "a token is required: Authorization: Bearer TOKEN\n");
            }
            try {
                return page.answer().get();
            } catch (RuntimeException e) {
                LOG.error("cannot answer {}", path, e);
                return new Answer(500, TEXT, "cannot answer; see the log for the cause\n");
            }
        }
    }
}
