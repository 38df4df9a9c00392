package io.weir.dashboard.http;

import io.weir.contract.config.ServerTls;
import io.weir.contract.service.HttpPort;
import io.weir.contract.service.PortMistake;
import io.weir.contract.service.WantedPort;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.server.handler.gzip.GzipHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.resource.ResourceFactory;

/** Serves the page, from the class path, and the endpoints. */
public final class WebServer implements AutoCloseable {
    /**
     * Threads in addition to one for each stream. Queries in PromQL, which mostly wait, occupy at most 200 of them: eight
     * run and 192 wait.
     */
    private static final int THREADS = 224;

    /** Allows only the server's own files, and no inline scripts. */
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; ";

    private static final PortMistake MISTAKE = new PortMistake(
            "tcp", "the dashboard", "dashboard.port (WEIR_DASHBOARD_PORT)", "dashboard.host (WEIR_DASHBOARD_HOST)");

    private final HttpPort server;
    private final ApiHandler api;

    /**
     * Where the page is served, and who may embed it.
     *
     * @param port 0 selects a free one
     * @param tls if present, serves HTTPS only
     */
    public record Site(String host, int port, Optional<ServerTls> tls, Embedders embedders) {}

    /**
     * Does not listen before {@link #start}.
     *
     * @param clock for the sessions of users
     * @param endpoints by {@code METHOD /path}; a {@code *} as the last segment but one matches every segment
     * @param files the folder of the page on the class path
     */
    public WebServer(
            Site site, int mostStreams, Access access, Clock clock, Map<String, Endpoint> endpoints, String files) {
        api = new ApiHandler(endpoints, access, clock, mostStreams);
        server = new HttpPort(
                new WantedPort(site.host(), site.port(), MISTAKE),
                "weir-dashboard-http",
                HttpPort.Limits.of(mostStreams + THREADS),
                site.tls(),
                new Safe(new Handler.Sequence(api, compressed(files(files))), site.embedders()));
    }

    private static Handler files(String folder) {
        ResourceHandler files = new ResourceHandler();
        files.setBaseResource(ResourceFactory.of(files).newClassLoaderResource(folder));
        files.setDirAllowed(false);
        files.setEtags(true);
        files.setCacheControl("no-cache");
        return files;
    }

    /** The successor of this handler is in a library of its own, which the page does not need. */
    @SuppressWarnings("removal")
    private static Handler compressed(Handler files) {
        GzipHandler compressed = new GzipHandler();
        compressed.setHandler(files);
        return compressed;
    }

    /** Adds security headers to every response. */
    private static final class Safe extends Handler.Wrapper {
        private final Embedders embedders;

        private Safe(Handler handler, Embedders embedders) {
            super(handler);
            this.embedders = embedders;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            HttpFields.Mutable headers = response.getHeaders();
            headers.put("Content-Security-Policy", POLICY + embedders.directive());
            headers.put("X-Content-Type-Options", "nosniff");
            // This header cannot name origins.
            if (!embedders.isAny()) {
                headers.put("X-Frame-Options", "DENY");
            }
            headers.put("Referrer-Policy", "no-referrer");
            headers.put("Cross-Origin-Opener-Policy", "same-origin");
            headers.put("Cross-Origin-Resource-Policy", "same-origin");
            headers.put(HttpHeader.VARY, "Cookie");
            return super.handle(request, response, callback);
        }
    }

    /**
     * Starts to listen.
     *
     * @throws io.weir.contract.service.StartException if the port is in use or the address does not
     *     belong to this machine
     */
    public void start() {
        server.start();
    }

    /** Queries that ended because their client disconnected. */
    public long queriesCancelled() {
        return api.disconnected();
    }

    /** The bound port; negative while the server does not listen. */
    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        api.end();
        server.close();
    }
}
