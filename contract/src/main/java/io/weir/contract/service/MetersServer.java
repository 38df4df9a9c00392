package io.weir.contract.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves {@code /metrics} in Prometheus' text format, {@code /health/live} and {@code /health/ready} as JSON with status 200
 * or 503, for one or several services, and the pages that services have of their own. If there is a token, all but health asks for it.
 */
public final class MetersServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MetersServer.class);

    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final String JSON = "application/json";
    // A scraper that reads slowly holds a thread; the probes of an orchestrator must get through nevertheless.
    private static final int THREADS = 4;

    private static final PortMistake MISTAKE = new PortMistake(
            "tcp", "meters and health", "meters.port (WEIR_METERS_PORT)", "meters.host (WEIR_METERS_HOST)");

    private final HttpServer server;
    private final ExecutorService threads;

    private MetersServer(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    /**
     * Binds and serves from now on.
     *
     * @param services asked for their health at each request
     * @throws StartException if the port is taken or the address is not one of this machine
     */
    public static MetersServer start(
            HttpSettings http, PrometheusMeterRegistry meters, List<? extends Service> services) {
        HttpServer server = bind(http);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "meters-http");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(threads);
        List<Service> all = List.copyOf(services);
        Optional<String> token = http.token();
        serve(server, "/metrics", token, () -> new Answer(200, TEXT, meters.scrape()));
        serve(server, "/health/live", Optional.empty(), () -> health(HealthReport.live(all)));
        serve(server, "/health/ready", Optional.empty(), () -> health(HealthReport.ready(all)));
        for (Service service : all) {
            service.pages()
                    .forEach((path, page) -> serve(server, path, token, () -> new Answer(200, JSON, page.get())));
        }
        server.start();
        LOG.info(
                "meters and health at http://{}:{}/metrics",
                http.host(),
                server.getAddress().getPort());
        return new MetersServer(server, threads);
    }

    /** The one that it will listen on. */
    public static WantedPort port(HttpSettings http) {
        return new WantedPort(http.host(), http.port(), MISTAKE);
    }

    /** The port that it is bound to. */
    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private static HttpServer bind(HttpSettings http) {
        try {
            return HttpServer.create(new InetSocketAddress(http.host(), http.port()), 0);
        } catch (IOException | RuntimeException e) {
            throw MISTAKE.because(http.host(), http.port(), e);
        }
    }

    private static Answer health(HealthReport report) {
        return new Answer(report.ok() ? 200 : 503, JSON, report.json());
    }

    private record Answer(int status, String type, String body) {}

    private static void serve(HttpServer server, String path, Optional<String> token, Supplier<Answer> answer) {
        server.createContext(path, exchange -> {
            try (exchange) {
                if (!exchange.getRequestURI().getPath().equals(path)) {
                    send(
                            exchange,
                            new Answer(404, TEXT, "not found; there are /metrics, /health/live, /health/ready\n"));
                } else if (!exchange.getRequestMethod().equals("GET")) {
                    send(exchange, new Answer(405, TEXT, "only GET\n"));
                } else if (token.isPresent() && !knows(exchange, token.get())) {
                    exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
                    send(exchange, new Answer(401, TEXT, "a token is needed: Authorization: Bearer TOKEN\n"));
                } else {
                    send(exchange, answer.get());
                }
            } catch (RuntimeException e) {
                LOG.error("cannot answer {}", path, e);
            }
        });
    }

    private static boolean knows(HttpExchange exchange, String token) {
        String offered = exchange.getRequestHeaders().getFirst("Authorization");
        return offered != null && MessageDigest.isEqual(("Bearer " + token).getBytes(UTF_8), offered.getBytes(UTF_8));
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] body = answer.body().getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", answer.type());
        exchange.sendResponseHeaders(answer.status(), body.length);
        exchange.getResponseBody().write(body);
    }
}
