package io.weir.gateway.http;

import io.netty.handler.codec.http.HttpMethod;
import java.net.SocketAddress;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** All pages of a door, by path, and what each answer says of who answers. Belongs to one event loop. */
final class Site {
    private final Map<String, Page> pages;
    private final Map<String, String> headers;

    private Site(Map<String, Page> pages, Map<String, String> headers) {
        this.pages = Map.copyOf(pages);
        this.headers = Map.copyOf(headers);
    }

    /** What clients of InfluxDB ask for. */
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

    /** A single page, which takes bodies that are no line protocol. */
    static Site ofBodies(Tokens tokens, WriteLoop lines, BodyIntake bodies) {
        return new Site(Map.of("/", new BodyPage(tokens, lines, bodies)), Map.of());
    }

    /** The headers that every answer has. */
    Map<String, String> headers() {
        return headers;
    }

    /** The page that a request asks for; null if there is none. */
    @Nullable
    Page page(Head head) {
        return pages.get(head.path());
    }

    /** Why it makes no sense to read the request's body; null if it does. */
    @Nullable
    Answer refuse(Head head, SocketAddress source) {
        Dialect dialect = Dialect.of(head.path());
        Page page = page(head);
        if (page == null) {
            return dialect.error(404, "there is no such path; there are " + new TreeSet<>(pages.keySet()))
                    .turnedAway(Turned.NOT_FOUND);
        }
        if (!page.methods().contains(head.method())) {
            TreeSet<String> allowed = new TreeSet<>();
            page.methods().stream().map(HttpMethod::name).forEach(allowed::add);
            return dialect.error(405, head.path() + " takes " + String.join(" and ", allowed))
                    .turnedAway(Turned.METHOD)
                    .with("Allow", String.join(", ", allowed));
        }
        return page.refuse(head, source);
    }
}
