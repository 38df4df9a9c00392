package io.weir.writer.store;

import io.weir.contract.config.Refusal;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The parts of a store's URL.
 *
 * @param text as configured
 * @param isSecure whether the scheme means TLS
 * @param forms the accepted forms of all stores, for operators
 */
public record Address(String text, URI uri, boolean isSecure, String forms) {
    private static final int MOST_PORT = 65_535;

    /**
     * Divides a URL into its parts; the scheme may be any.
     *
     * @throws Refusal if it has no host, or is not a URL
     */
    public static Address of(String text, String forms) {
        try {
            URI uri = new URI(text);
            Address address = new Address(text, uri, false, forms);
            if (uri.getHost() == null) {
                throw address.wrong("has no host");
            }
            if (uri.getFragment() != null) {
                throw address.wrong("has a query or a fragment ('?' or '#')");
            }
            return address;
        } catch (URISyntaxException e) {
            throw refusal(text, "is not a URL (" + e.getReason() + ")", forms);
        }
    }

    /**
     * The same for each of several hosts, separated by commas: {@code scheme://USER@HOST:81,OTHER/path}.
     *
     * @throws Refusal if one of them has no host, or is not a URL
     */
    public static List<Address> all(String text, String forms) {
        int slashes = text.indexOf("//");
        int to = slashes < 0 ? text.length() : slashes + 2;
        int from = to;
        while (to < text.length() && "/?#".indexOf(text.charAt(to)) < 0) {
            to++;
        }
        from = Math.max(from, text.lastIndexOf('@', to - 1) + 1);
        List<Address> all = new ArrayList<>();
        for (String host : text.substring(from, to).split(",", -1)) {
            all.add(of(text.substring(0, from) + host + text.substring(to), forms));
        }
        return all;
    }

    /** The same with or without TLS. */
    public Address withTls(boolean secure) {
        return new Address(text, uri, secure, forms);
    }

    /** The scheme, or an empty text. */
    public String scheme() {
        return uri.getScheme() == null ? "" : uri.getScheme();
    }

    /** The user; refuses a password. */
    public Optional<String> user() {
        String user = uri.getUserInfo();
        if (user != null && user.contains(":")) {
            throw wrong("contains a password");
        }
        return Optional.ofNullable(user);
    }

    /** The path without its first slash. */
    public String path() {
        String path = uri.getPath();
        return path.startsWith("/") ? path.substring(1) : path;
    }

    /** Refuses a query. */
    public void requireNoQuery() {
        if (uri.getQuery() != null) {
            throw wrong("has a query or a fragment ('?' or '#')");
        }
    }

    /**
     * The options of the query by their names.
     *
     * @param allowed each option with its value
     * @param wrong what the URL may have only, for operators
     */
    public Map<String, String> options(Pattern allowed, String wrong) {
        String query = uri.getQuery();
        Map<String, String> options = new HashMap<>();
        for (String option : query == null ? List.<String>of() : List.of(query.split("&", -1))) {
            int equals = option.indexOf('=');
            if (!allowed.matcher(option).matches()
                    || options.put(option.substring(0, equals), option.substring(equals + 1)) != null) {
                throw wrong(wrong);
            }
        }
        return options;
    }

    /** The HTTP address without a path. */
    public String http(int defaultPort) {
        int port = uri.getPort() < 0 ? defaultPort : uri.getPort();
        if (port == 0 || port > MOST_PORT) {
            throw wrong("has the invalid port " + port);
        }
        return (isSecure ? "https://" : "http://") + uri.getHost() + ":" + port;
    }

    /** Names what is wrong with the URL. */
    public Refusal wrong(String what) {
        return refusal(text, what, forms);
    }

    /** Does not repeat parts that may contain a secret, because messages end up in logs. */
    private static Refusal refusal(String text, String what, String forms) {
        String shown = text.replaceFirst("//[^/]*@", "//…@").replaceFirst("[?#].*", "?…");
        return new Refusal(Refusal.quote(shown) + " " + what, forms);
    }
}
