package io.weir.dashboard.http;

import io.weir.contract.config.Refusal;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;

/** The origins whose pages may show the dashboard in a frame. */
public record Embedders(List<String> origins) {
    /** No page may show it. */
    public static final Embedders NONE = new Embedders(List.of());

    /** Each answer lists all of them in a header, which must stay short. */
    private static final int LONGEST = 2_000;

    private static final String SUCH_AS =
            "write an origin, such as https://grafana.example.org or http://10.0.0.5:3000";

    /** @throws Refusal if the header would be too long */
    public Embedders {
        origins = List.copyOf(origins);
        int length = origins.stream().mapToInt(String::length).sum();
        if (length > LONGEST) {
            throw new Refusal(
                    "has origins of " + length + " characters; the limit is " + LONGEST, "remove some of them");
        }
    }

    /**
     * An origin in the form in which browsers compare it.
     *
     * @throws Refusal if the text is something else, such as a pattern or a whole address
     */
    public static String origin(String text) {
        URI uri = uri(text);
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("https") && !scheme.equals("http")) {
            throw refused(text, "must begin with https:// or http://", SUCH_AS);
        }
        String host = uri.getHost();
        if (host == null) {
            throw refused(text, "has no valid host name", SUCH_AS + "; patterns are not allowed");
        }
        if (host.startsWith("[")) {
            throw refused(text, "has an IPv6 address, which browsers do not compare", "use the name of the host");
        }
        if (uri.getPort() == 0 || uri.getPort() > 65_535) {
            throw refused(text, "has a port that does not exist", "use a port from 1 to 65535");
        }
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        if (!text.equalsIgnoreCase(scheme + "://" + host + port)) {
            throw refused(text, "has more than scheme, host and port", "write " + scheme + "://" + host + port);
        }
        return text.toLowerCase(Locale.ROOT);
    }

    private static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw refused(text, "is not an origin", SUCH_AS);
        }
    }

    private static Refusal refused(String text, String wrong, String meant) {
        return new Refusal(Refusal.quote(text) + " " + wrong, meant);
    }

    /** Whether a page of another origin may show the dashboard. */
    boolean isAny() {
        return !origins.isEmpty();
    }

    /** The directive of the content security policy. */
    String directive() {
        return "frame-ancestors " + (isAny() ? String.join(" ", origins) : "'none'");
    }
}
