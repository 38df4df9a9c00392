package io.weir.contract.service;

import io.weir.contract.tls.ServerTls;
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
 * An HTTP server on one port, for what people and probes ask. A request takes a thread only once its head and body are here;
 * connections and threads are bounded.
 */
public final class HttpPort implements AutoCloseable {
    /** A view of many panels is asked for by a long address, a statement of SQL too. */
    private static final int LONGEST_HEAD = 32 << 10;

    /** Bodies up to this length are read before a thread is taken. */
    private static final int LONGEST_BODY = 128 << 10;

    private static final int MOST_WAITING_TO_CONNECT = 256;
    private static final int SLOW_READER_MILLIS = 20_000;

    private final WantedPort wanted;
    private final Server server;
    private final ServerConnector connector;

    /**
     * What a server grants its clients together.
     *
     * @param threads how many requests are answered at once, about
     * @param connections how many may be open; beyond, the oldest without a request is closed
     * @param request how long a client has for its request
     */
    public record Limits(int threads, int connections, Duration request) {
        /** Those of a server that answers so many requests at once. */
        public static Limits of(int threads) {
            return new Limits(threads, threads + 256, Duration.ofSeconds(10));
        }
    }

    /**
     * Listens to nothing before {@link #start}.
     *
     * @param name of its threads
     * @param tls if there is one, by HTTPS alone
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
        // In this order: the deadline holds until the body is here.
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
        // By which name a browser calls this host is its business: there is one certificate.
        http.addCustomizer(new SecureRequestCustomizer(false));
        return new ConnectionFactory[] {new SslConnectionFactory(ssl, plain.getProtocol()), plain};
    }

    /**
     * Listens from now on.
     *
     * @throws StartException if the port is taken or the address is not one of this machine
     */
    public void start() {
        try {
            server.start();
        } catch (Exception e) {
            close();
            throw wanted.mistake().because(wanted.host(), wanted.port(), e.getCause() == null ? e : e.getCause());
        }
    }

    /** The port that it is bound to; below 0 while it is not. */
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
