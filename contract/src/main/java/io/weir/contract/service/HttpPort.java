package io.weir.contract.service;

import io.weir.contract.config.ServerTls;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.server.handler.EagerContentHandler.RetainedContentLoaderFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * An HTTP server on one port, for users and probes. A request occupies a thread only once its head
 * and body have arrived; connections and threads are bounded.
 */
public final class HttpPort implements AutoCloseable {
    /** The URL of a view with many panels is long, and so is a SQL statement. */
    private static final int LONGEST_HEAD = 32 << 10;

    /** Bodies up to this length are read before the request gets a thread. */
    private static final int LONGEST_BODY = 128 << 10;

    private static final int MOST_WAITING_TO_CONNECT = 256;
    private static final int SLOW_READER_MILLIS = 20_000;

    private final WantedPort wanted;
    private final Server server;
    private final ServerConnector connector;

    /**
     * The limits for all clients together.
     *
     * @param threads the approximate number of requests processed in parallel
     * @param connections the most open connections; above it, the oldest one without a request is
     *     closed
     * @param request the time in which a client must send its request
     */
    public record Limits(int threads, int connections, Duration request) {
        /** The limits of a server with this many threads. */
        public static Limits of(int threads) {
            return new Limits(threads, threads + 256, Duration.ofSeconds(10));
        }
    }

    /**
     * Listens only after {@link #start}.
     *
     * @param name of its threads
     * @param tls if present, the server accepts HTTPS only
     */
    public HttpPort(WantedPort wanted, String name, Limits limits, Optional<ServerTls> tls, Handler handler) {
        this.wanted = wanted;
        QueuedThreadPool threads = new QueuedThreadPool(limits.threads(), Math.min(4, limits.threads()));
        threads.setName(name);
        threads.setDaemon(true);
        server = new Server(threads);
        connector = new ServerConnector(server, 1, 1, protocols(tls));
        connector.setHost(wanted.host());
        connector.setPort(wanted.port());
        connector.setAcceptQueueSize(MOST_WAITING_TO_CONNECT);
        connector.setIdleTimeout(SLOW_READER_MILLIS);
        server.addConnector(connector);
        RequestDeadline deadline = new RequestDeadline(handler, limits.request(), limits.connections());
        connector.addEventListener(deadline);
        // The order matters: the deadline applies until the body has arrived.
        EagerContentHandler whole = new EagerContentHandler(new RetainedContentLoaderFactory(LONGEST_BODY, -1, false));
        whole.setHandler(deadline);
        server.setHandler(whole);
        server.setStopTimeout(0);
    }

    private static ConnectionFactory[] protocols(Optional<ServerTls> tls) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(LONGEST_HEAD);
        HttpConnectionFactory plain = new HttpConnectionFactory(http);
        if (tls.isEmpty()) {
            return new ConnectionFactory[] {plain};
        }
        SslContextFactory.Server ssl = new SslContextFactory.Server();
        ssl.setSslContext(tls.get().context());
        // Accepts any host name in a browser's TLS handshake: there is only one certificate.
        http.addCustomizer(new SecureRequestCustomizer(false));
        return new ConnectionFactory[] {new SslConnectionFactory(ssl, plain.getProtocol()), plain};
    }

    /**
     * Begins to listen.
     *
     * @throws StartException if the port is taken or the address does not belong to this machine
     */
    public void start() {
        try {
            server.start();
        } catch (Exception e) {
            close();
            throw wanted.mistake().because(wanted.host(), wanted.port(), e.getCause() == null ? e : e.getCause());
        }
    }

    /** The bound port; negative while unbound. */
    public int port() {
        return connector.getLocalPort();
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the web server does not end", e);
        }
    }
}
