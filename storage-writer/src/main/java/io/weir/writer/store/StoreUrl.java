package io.weir.writer.store;

import io.weir.contract.yaml.Refusal;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** The address of a store. A trailing {@code s} in the scheme means TLS; secrets are never part of it. */
public sealed interface StoreUrl {

    /** What an operator may write. */
    String FORMS = "questdb:embedded, questdb://HOST[:PORT] or influxdb1://[USER@]HOST[:PORT]/DATABASE"
            + " (questdbs, influxdb1s for TLS), the password in WEIR_STORE_TOKEN";

    /** The port of QuestDB's HTTP listener unless told otherwise. */
    int QUESTDB_PORT = 9000;

    /** The port of InfluxDB 1.x unless told otherwise. */
    int INFLUXDB_PORT = 8086;

    /** The address as the operator wrote it. */
    String text();

    /** The HTTP address, such as {@code http://127.0.0.1:9000}. */
    String http();

    /** Connects nothing yet; the first call does. */
    Store open(Optional<String> token);

    /** QuestDB over HTTP. */
    record QuestDbUrl(String text, String http) implements StoreUrl {
        @Override
        public Store open(Optional<String> token) {
            return new QuestDb(this);
        }
    }

    /** A database of InfluxDB 1.x over HTTP. */
    record InfluxDb1Url(String text, String http, Optional<String> user, String database) implements StoreUrl {
        @Override
        public Store open(Optional<String> token) {
            return new InfluxDb1(this, token);
        }
    }

    /**
     * Reads a store's address.
     *
     * @throws Refusal naming what is wrong and what is expected
     */
    static StoreUrl parse(String text) {
        if (text.equals("questdb:embedded")) {
            return new QuestDbUrl(text, "http://127.0.0.1:" + QUESTDB_PORT);
        }
        URI uri = uri(text);
        String scheme = uri.getScheme() == null ? "" : uri.getScheme();
        if (uri.getHost() == null) {
            throw wrong(text, "has no host");
        }
        if (uri.getQuery() != null || uri.getFragment() != null) {
            throw wrong(text, "has something behind '?' or '#'");
        }
        return switch (scheme) {
            case "questdb" -> questDb(text, uri, "http");
            case "questdbs" -> questDb(text, uri, "https");
            case "influxdb1" -> influxDb1(text, uri, "http");
            case "influxdb1s" -> influxDb1(text, uri, "https");
            default -> throw wrong(text, "has the unknown scheme '" + scheme + "'");
        };
    }

    private static StoreUrl questDb(String text, URI uri, String scheme) {
        if (uri.getUserInfo() != null) {
            throw wrong(text, "names a user");
        }
        if (!path(uri).isEmpty()) {
            throw wrong(text, "has a path '" + uri.getPath() + "'");
        }
        return new QuestDbUrl(text, http(uri, scheme, QUESTDB_PORT));
    }

    private static StoreUrl influxDb1(String text, URI uri, String scheme) {
        String user = uri.getUserInfo();
        if (user != null && user.contains(":")) {
            // The text is not repeated: it holds a secret, and this message ends in logs.
            throw new Refusal("the URL for " + uri.getHost() + " holds a password", FORMS);
        }
        String database = path(uri);
        if (database.isEmpty() || database.contains("/") || database.contains("\"") || database.contains("\\")) {
            throw wrong(
                    text, database.isEmpty() ? "names no database" : "names no usable database: '" + database + "'");
        }
        return new InfluxDb1Url(text, http(uri, scheme, INFLUXDB_PORT), Optional.ofNullable(user), database);
    }

    private static String path(URI uri) {
        String path = uri.getPath();
        return path.startsWith("/") ? path.substring(1) : path;
    }

    private static String http(URI uri, String scheme, int defaultPort) {
        int port = uri.getPort() < 0 ? defaultPort : uri.getPort();
        if (port == 0 || port > 65535) {
            throw wrong(uri.toString(), "has the impossible port " + port);
        }
        return scheme + "://" + uri.getHost() + ":" + port;
    }

    private static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw wrong(text, "is no URL (" + e.getReason() + ")");
        }
    }

    private static Refusal wrong(String text, String what) {
        return new Refusal(Refusal.quote(text) + " " + what, FORMS);
    }
}
