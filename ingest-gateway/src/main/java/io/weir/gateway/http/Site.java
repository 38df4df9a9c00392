package io.weir.gateway.http;

import io.netty.handler.codec.http.HttpMethod;
import java.net.SocketAddress;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All pages of an input, by path, and the headers that identify the server. Belongs to one event
 * loop.
 */
final class Site {
    private final Map<String, Page> pages;
    private final Map<String, String> headers;

    private Site(Map<String, Page> pages, Map<String, String> headers) {
        this.pages = Map.copyOf(pages);
        this.headers = Map.copyOf(headers);
    }

    /** The pages that clients of InfluxDB use. */
    static Site ofInflux(Tokens tokens, WriteLoop lines) {
        return new Site(
                Map.of(
                        "/write", new WritePage(Dialect.V1, tokens, lines),
                        "/api/v2/write", new WritePage(Dialect.V2, tokens, lines),
                        "/query", new QueryPage(tokens),
                        "/ping", new PingPage(),
                        "/health", new HealthPage(lines)),
                Map.of("X-Influxdb-Version", PingPage.INFLUXDB_VERSION, "X-Influxdb-Build", "Weir"));
    }

    /** A single page that accepts bodies in a format other than line protocol. */
    static Site ofBodies(Tokens tokens, WriteLoop lines, BodyIntake bodies) {
        return new Site(Map.of("/", new BodyPage(tokens, lines, bodies)), Map.of());
    }

    /** The headers of every answer. */
    Map<String, String> headers() {
        return headers;
    }

    /** The page of a request; null if there is none. */
    @Nullable
    Page page(Head head) {
        return pages.get(head.path());
    }

    /** The answer that rejects the request before its body is read, or null. */
    @Nullable
    Answer refuse(Head head, SocketAddress source) {
        Dialect dialect = Dialect.of(head.path());
        Page page = page(head);
        if (page == null) {
            return dialect.error(404, "unknown path; known paths are " + new TreeSet<>(pages.keySet()))
                    .rejected(RejectedRequest.NOT_FOUND);
        }
        if (!page.methods().contains(head.method())) {
            TreeSet<String> allowed = new TreeSet<>();
            page.methods().stream().map(HttpMethod::name).forEach(allowed::add);
            return dialect.error(405, head.path() + " allows " + String.join(" and ", allowed))
                    .rejected(RejectedRequest.METHOD)
                    .with("Allow", String.join(", ", allowed));
        }
        return page.refuse(head, source);
    }
}
