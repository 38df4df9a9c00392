package io.weir.dashboard.http;

import io.weir.contract.service.PortMistake;
import io.weir.contract.tls.ServerTls;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Serves the page, from the class path, and the endpoints behind it. */
public final class WebServer implements AutoCloseable {
    /** Besides one for each stream. */
    private static final int THREADS = 24;

    /** A view of many panels is asked for by a long address. */
    private static final int LONGEST_ADDRESS = 32 << 10;

    private static final int SLOW_BROWSER_MILLIS = 20_000;

    /** Nothing but its own files; no script but those that are files. */
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'";

    private static final PortMistake MISTAKE = new PortMistake(
            "tcp", "the dashboard", "dashboard.port (WEIR_DASHBOARD_PORT)", "dashboard.host (WEIR_DASHBOARD_HOST)");

    private final Server server;
    private final ServerConnector connector;
    private final ApiHandler api;
    private final String host;
    private final int port;

    /**
     * Listens to nothing before {@link #start}.
     *
     * @param tls if there is one, by HTTPS alone
     * @param endpoints by {@code METHOD /path}
     * @param files where the page is on the class path, a folder
     */
    public WebServer(
            String host,
            int port,
            Optional<ServerTls> tls,
            int mostStreams,
            Access access,
            Map<String, Endpoint> endpoints,
            String files) {
        this.host = host;
        this.port = port;
        QueuedThreadPool threads = new QueuedThreadPool(mostStreams + THREADS, 4);
        threads.setName("weir-dashboard-http");
        threads.setDaemon(true);
        server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(LONGEST_ADDRESS);
        connector = new ServerConnector(server, 1, 1, protocols(http, tls));
        connector.setHost(host);
        connector.setPort(port);
        connector.setIdleTimeout(SLOW_BROWSER_MILLIS);
        server.addConnector(connector);
        api = new ApiHandler(endpoints, access, mostStreams);
        server.setHandler(new Safe(new Handler.Sequence(api, files(files))));
        server.setStopTimeout(0);
    }

    private static ConnectionFactory[] protocols(HttpConfiguration http, Optional<ServerTls> tls) {
        HttpConnectionFactory plain = new HttpConnectionFactory(http);
        if (tls.isEmpty()) {
            return new ConnectionFactory[] {plain};
        }
        SslContextFactory.Server ssl = new SslContextFactory.Server();
        ssl.setSslContext(tls.get().context());
        // By which name a browser calls this host is its business: there is one certificate.
        http.addCustomizer(new SecureRequestCustomizer(false));
        return new ConnectionFactory[] {new SslConnectionFactory(ssl, plain.getProtocol()), plain};
    }

    private Handler files(String folder) {
        ResourceHandler files = new ResourceHandler();
        files.setBaseResource(ResourceFactory.of(server).newClassLoaderResource(folder));
        files.setDirAllowed(false);
        files.setEtags(true);
        files.setCacheControl("no-cache");
        return files;
    }

    /** What a browser is told with everything. */
    private static final class Safe extends Handler.Wrapper {
        private Safe(Handler handler) {
            super(handler);
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            HttpFields.Mutable headers = response.getHeaders();
            headers.put("Content-Security-Policy", POLICY);
            headers.put("X-Content-Type-Options", "nosniff");
            headers.put("X-Frame-Options", "DENY");
            headers.put("Referrer-Policy", "no-referrer");
            headers.put("Cross-Origin-Opener-Policy", "same-origin");
            headers.put("Cross-Origin-Resource-Policy", "same-origin");
            headers.put(HttpHeader.VARY, "Cookie");
            return super.handle(request, response, callback);
        }
    }

    /**
     * Listens from now on.
     *
     * @throws io.weir.contract.service.StartException if the port is taken or the address is not one of this machine
     */
    public void start() {
        try {
            server.start();
        } catch (Exception e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw MISTAKE.because(host, port, cause);
        }
    }

    /** The port that it is bound to; below 0 while it is not. */
    public int port() {
        return connector.getLocalPort();
    }

    @Override
    public void close() {
        api.end();
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the web server does not end", e);
        }
    }
}
