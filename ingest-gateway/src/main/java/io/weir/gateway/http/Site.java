package io.weir.gateway.http;

import io.netty.handler.codec.http.HttpMethod;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All pages of an input, by path, and the headers that identify the server. Belongs to one event
 * loop.
 */
final class Site {
    private final Map<String, Page> pages;
    private final Map<String, String> headers;
    private final Function<String, ErrorFormat> errors;

    private Site(Map<String, Page> pages, Map<String, String> headers, Function<String, ErrorFormat> errors) {
        this.pages = Map.copyOf(pages);
        this.headers = Map.copyOf(headers);
        this.errors = errors;
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
                Map.of("X-Influxdb-Version", PingPage.INFLUXDB_VERSION, "X-Influxdb-Build", "Weir"),
                Dialect::of);
    }

    /** The pages of another interface. */
    static Site of(Tokens tokens, WriteLoop lines, HttpApi api) {
        Map<String, Page> pages = new HashMap<>();
        api.bodies().forEach((path, bodies) -> pages.put(path, new BodyPage(tokens, lines, bodies, api.errors())));
        api.documents().forEach((path, document) -> pages.put(path, new DocumentPage(document)));
        return new Site(pages, Map.of(), path -> api.errors());
    }

    /** The headers of every answer. */
    Map<String, String> headers() {
        return headers;
    }

    /** The format of errors for a request, whose path is known or not. */
    ErrorFormat errors(Head head) {
        return errors.apply(head.path()).forContentType(head.contentType());
    }

    /** The format of errors for a request that is not readable. */
    ErrorFormat errors() {
        return errors.apply("");
    }

    /** The page of a request, or null. */
    @Nullable
    Page page(Head head) {
        return pages.get(head.path());
    }

    /** The answer that rejects the request before its body is read, or null. */
    @Nullable
    Answer refuse(Head head, SocketAddress source) {
        ErrorFormat format = errors(head);
        Page page = page(head);
        if (page == null) {
            return format.error(404, "unknown path; known paths are " + new TreeSet<>(pages.keySet()))
                    .rejected(RejectedRequest.NOT_FOUND);
        }
        if (!page.methods().contains(head.method())) {
            TreeSet<String> allowed = new TreeSet<>();
            page.methods().stream().map(HttpMethod::name).forEach(allowed::add);
            return format.error(405, head.path() + " allows " + String.join(" and ", allowed))
                    .rejected(RejectedRequest.METHOD)
                    .with("Allow", String.join(", ", allowed));
        }
        return page.refuse(head, source);
    }
}
