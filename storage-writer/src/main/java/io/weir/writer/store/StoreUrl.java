package io.weir.writer.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.config.Refusal;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.util.Optional;

/**
 * The address of a store. A trailing {@code s} in the scheme means TLS. It never contains secrets.
 */
public sealed interface StoreUrl {

    /** The accepted forms, for operators. */
    String FORMS = "questdb:embedded, questdb://HOST[:PORT], influxdb1://[USER@]HOST[:PORT]/DATABASE or"
            + " influxdb2://HOST[:PORT]/BUCKET?org=ORG (questdbs, influxdb1s, influxdb2s for TLS), password or token in"
            + " WEIR_STORE_TOKEN";

    /** The store of {@code weir up}. */
    String EMBEDDED = "questdb:embedded";

    /** Default port of QuestDB's HTTP listener. */
    int QUESTDB_PORT = 9000;

    /** Default port of InfluxDB. */
    int INFLUXDB_PORT = 8086;

    /** The parameter with the organization in the address of an InfluxDB 2.x. */
    String ORG = "org=";

    /** The address as configured. */
    String text();

    /** The HTTP address, such as {@code http://127.0.0.1:9000}. */
    String http();

    /**
     * Another place in the same store.
     *
     * @param place a database, {@code DATABASE/RETENTION-POLICY} or bucket
     * @throws Refusal if the store has no such places
     */
    StoreUrl at(String place);

    /** Maximum number of parallel requests. */
    default int mostInFlight() {
        return Integer.MAX_VALUE;
    }

    /**
     * QuestDB over HTTP.
     *
     * @param user the user of the password; cannot be configured
     */
    record QuestDbUrl(String text, String http, Optional<String> user) implements StoreUrl {
        @Override
        public StoreUrl at(String place) {
            throw new Refusal(Refusal.quote(place) + " is no place in QuestDB, which has no databases", "remove 'to'");
        }

        /**
         * One: the first writer of a measurement creates or widens its table, so there must be only
         * one writer.
         */
        @Override
        public int mostInFlight() {
            return 1;
        }
    }

    /**
     * A database of InfluxDB 1.x over HTTP.
     *
     * @param policy the retention policy; empty for the database's default
     */
    record InfluxDb1Url(String text, String http, Optional<String> user, String database, Optional<String> policy)
            implements StoreUrl {
        InfluxDb1Url(String text, String http, Optional<String> user, String database) {
            this(text, http, user, database, Optional.empty());
        }

        @Override
        public StoreUrl at(String place) {
            int slash = place.indexOf('/');
            String other = slash < 0 ? place : place.substring(0, slash);
            Optional<String> itsPolicy = slash < 0 ? Optional.empty() : Optional.of(place.substring(slash + 1));
            if (!isName(other) || !itsPolicy.map(StoreUrl::isName).orElse(true)) {
                throw new Refusal(Refusal.quote(place) + " is no place in InfluxDB 1.x", "DATABASE or DATABASE/POLICY");
            }
            return new InfluxDb1Url(text + " " + place, http, user, other, itsPolicy);
        }
    }

    /** A bucket of InfluxDB 2.x over HTTP. */
    record InfluxDb2Url(String text, String http, String org, String bucket) implements StoreUrl {
        @Override
        public StoreUrl at(String place) {
            if (place.isBlank()) {
                throw new Refusal("the name of the bucket is empty", "BUCKET");
            }
            return new InfluxDb2Url(text + " " + place, http, org, place);
        }

        /** Description for the operator. */
        String place() {
            return "bucket '" + bucket + "' of organization '" + org + "'";
        }
    }

    /**
     * Parses a store's address.
     *
     * @throws Refusal with the error and the expected forms
     */
    static StoreUrl parse(String text) {
        if (text.equals(EMBEDDED)) {
            return new QuestDbUrl(text, "http://127.0.0.1:" + QUESTDB_PORT, Optional.empty());
        }
        URI uri = uri(text);
        String scheme = uri.getScheme() == null ? "" : uri.getScheme();
        if (uri.getHost() == null) {
            throw wrong(text, "has no host");
        }
        boolean hasQuery = uri.getQuery() != null && !scheme.startsWith("influxdb2");
        if (hasQuery || uri.getFragment() != null) {
            throw wrong(text, "has a query or a fragment ('?' or '#')");
        }
        return switch (scheme) {
            case "questdb" -> questDb(text, uri, "http");
            case "questdbs" -> questDb(text, uri, "https");
            case "influxdb1" -> influxDb1(text, uri, "http");
            case "influxdb1s" -> influxDb1(text, uri, "https");
            case "influxdb2" -> influxDb2(text, uri, "http");
            case "influxdb2s" -> influxDb2(text, uri, "https");
            default -> throw wrong(text, "has the unknown scheme '" + scheme + "'");
        };
    }

    /** The store of {@code weir up}, at the address where it listens for Weir only. */
    static StoreUrl embedded(String http, String user) {
        return new QuestDbUrl(EMBEDDED, http, Optional.of(user));
    }

    private static StoreUrl questDb(String text, URI uri, String scheme) {
        if (uri.getUserInfo() != null) {
            throw wrong(text, "contains a user");
        }
        if (!path(uri).isEmpty()) {
            throw wrong(text, "has a path '" + uri.getPath() + "'");
        }
        return new QuestDbUrl(text, http(uri, scheme, QUESTDB_PORT), Optional.empty());
    }

    private static StoreUrl influxDb1(String text, URI uri, String scheme) {
        String user = uri.getUserInfo();
        if (user != null && user.contains(":")) {
            throw wrong(text, "contains a password");
        }
        String database = path(uri);
        if (!isName(database)) {
            throw wrong(
                    text, database.isEmpty() ? "has no database" : "has the invalid database name '" + database + "'");
        }
        return new InfluxDb1Url(text, http(uri, scheme, INFLUXDB_PORT), Optional.ofNullable(user), database);
    }

    private static boolean isName(String text) {
        return !text.isEmpty() && !text.contains("/") && !text.contains("\"") && !text.contains("\\");
    }

    private static InfluxDb2Url influxDb2(String text, URI uri, String scheme) {
        if (uri.getUserInfo() != null) {
            throw wrong(text, "contains a user; InfluxDB 2.x has tokens");
        }
        String bucket = path(uri);
        if (bucket.isEmpty()) {
            throw wrong(text, "has no bucket");
        }
        String query = uri.getRawQuery() == null ? "" : uri.getRawQuery();
        if (!query.startsWith(ORG) || query.contains("&") || query.length() == ORG.length()) {
            throw wrong(text, "must have ?org=ORG, and nothing else, after the bucket");
        }
        String org = URLDecoder.decode(query.substring(ORG.length()), UTF_8);
        return new InfluxDb2Url(text, http(uri, scheme, INFLUXDB_PORT), org, bucket);
    }

    private static String path(URI uri) {
        String path = uri.getPath();
        return path.startsWith("/") ? path.substring(1) : path;
    }

    private static String http(URI uri, String scheme, int defaultPort) {
        int port = uri.getPort() < 0 ? defaultPort : uri.getPort();
        if (port == 0 || port > 65535) {
            throw wrong(uri.toString(), "has the invalid port " + port);
        }
        return scheme + "://" + uri.getHost() + ":" + port;
    }

    private static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw wrong(text, "is not a URL (" + e.getReason() + ")");
        }
    }

    /** Does not repeat parts that may contain a secret, because messages end up in logs. */
    private static Refusal wrong(String text, String what) {
        String shown = text.replaceFirst("//[^/]*@", "//…@").replaceFirst("[?#].*", "?…");
        return new Refusal(Refusal.quote(shown) + " " + what, FORMS);
    }
}
