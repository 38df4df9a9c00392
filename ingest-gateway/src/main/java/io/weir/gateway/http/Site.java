package io.weir.gateway.http;

import io.netty.handler.codec.http.HttpMethod;
import java.net.SocketAddress;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** All pages of a door, by path. Belongs to one event loop. */
final class Site {
    private final Map<String, Page> pages;

    Site(Map<String, Page> pages) {
        this.pages = Map.copyOf(pages);
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
