package io.weir.dashboard;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.ServerTls;
import io.weir.contract.config.YamlSection;
import io.weir.contract.service.BoundHost;
import io.weir.dashboard.http.Embedders;
import io.weir.dashboard.signin.OidcConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Settings of the dashboard.
 *
 * @param host the address to bind to
 * @param port 0 selects a free one
 * @param tls if present, the page is served by HTTPS
 * @param embedders the origins whose pages may show the dashboard in a frame
 * @param token allows a user to send commands to alarms; empty: see
 *     {@link io.weir.dashboard.http.Access}
 * @param userHeader the header in which a proxy names the user; empty if there is no such proxy
 * @param oidc the provider at which users sign in; excludes token and user header
 * @param series limit of followed series
 * @param lines limit of the fields of series that one page shows
 * @param clients limit of concurrent streams
 * @param queries bounds of queries in PromQL
 * @param expiry a series that is silent for longer is forgotten
 * @param hostExpiry a host that is silent for longer is forgotten
 * @param hostTags tags that name a host; the first that a series has is used
 * @param views a directory of views; empty for the views included in Weir
 */
public record DashboardConfig(
        String host,
        int port,
        Optional<ServerTls> tls,
        Embedders embedders,
        Optional<String> token,
        Optional<String> userHeader,
        Optional<OidcConfig> oidc,
        int series,
        int lines,
        int clients,
        Queries queries,
        Duration expiry,
        Duration hostExpiry,
        List<String> hostTags,
        Optional<Path> views) {

    /** The variable with the token, which is secret and therefore not a setting. */
    public static final String TOKEN = "WEIR_DASHBOARD_TOKEN";

    /**
     * Bounds of queries in PromQL.
     *
     * @param atOnce most that run at the same time
     * @param samples most that each has in memory
     * @param timeout of each
     */
    public record Queries(int atOnce, long samples, Duration timeout) {
        private static Queries read(YamlSection in) {
            return new Queries(
                    in.integer(
                                    "at-once",
                                    1,
                                    8,
                                    "maximum number of concurrent queries in PromQL; 24 times as many wait, and further"
                                            + " ones are refused")
                            .or(4),
                    in.longInteger(
                                    "samples",
                                    1,
                                    1_000_000_000,
                                    "maximum number of samples that a query has in memory, at least 16 bytes each; each series"
                                            + " counts as 32 more")
                            .or(2_000_000L),
                    in.duration("timeout", Duration.ofSeconds(1), "time after which a query ends with an error")
                            .or(Duration.ofSeconds(30)));
        }
    }

    /** Reads the section {@code dashboard}; {@code in} collects its errors. */
    public static DashboardConfig read(YamlSection in) {
        DashboardConfig config = new DashboardConfig(
                in.text("host", "the address to bind to; 0.0.0.0 binds to all addresses")
                        .or("127.0.0.1"),
                in.integer("port", 0, 65535, "the port of the page; 0 selects a free port")
                        .or(8080),
                ServerTls.read(in.section("tls")),
                in.oneOrMore(
                                "frame-ancestors",
                                Embedders::origin,
                                Embedders::new,
                                "origins whose pages may show the dashboard in a frame, such as"
                                        + " https://grafana.example.org; default: none")
                        .optional()
                        .orElse(Embedders.NONE),
                in.value(
                                "token-file",
                                "",
                                NamedFile::secret,
                                "a file with the token that permits commands to alarms; default: the variable " + TOKEN)
                        .optional()
                        .or(() -> Optional.ofNullable(System.getenv(TOKEN)))
                        .map(String::strip)
                        .filter(token -> !token.isEmpty()),
                in.text(
                                "user-header",
                                "the header in which a proxy names the user, such as X-Forwarded-User; the proxy must"
                                        + " set it itself, and must be the only way to the dashboard")
                        .optional(),
                OidcConfig.in(in),
                in.integer("series", 1, 10_000_000, "maximum number of followed series")
                        .or(100_000),
                in.integer("lines", 1, 10_000, "maximum number of fields of series on one page, live and from history")
                        .or(200),
                in.integer("clients", 1, 10_000, "maximum number of concurrent streams to browsers")
                        .or(400),
                Queries.read(in.section("query")),
                in.duration("series-expiry", Duration.ofSeconds(10), "time after which a silent series is forgotten")
                        .or(Duration.ofMinutes(15)),
                in.duration(
                                "host-expiry",
                                Duration.ofMinutes(1),
                                "time after which a silent host is forgotten; at least series-expiry")
                        .or(Duration.ofDays(30)),
                in.texts("host-tags", "tags that name a host; the first one that a series has is used")
                        .or(List.of("hostname", "host")),
                in.text("views", "a directory of views in YAML; default: the views included in Weir")
                        .optional()
                        .map(Path::of));
        config.refuseContradictions(in);
        return config;
    }

    private void refuseContradictions(YamlSection in) {
        if (hostExpiry.compareTo(expiry) < 0) {
            in.refuse(
                    in.has("host-expiry") ? "host-expiry" : "series-expiry",
                    "makes host-expiry shorter than series-expiry",
                    "a host must be known at least as long as its series");
        }
        if (oidc.isPresent() && (token.isPresent() || userHeader.isPresent())) {
            in.refuse(
                    "oidc",
                    "is set beside " + (userHeader.isPresent() ? "user-header" : "a token"),
                    "remove one of them: oidc decides alone who may do what; the token is in token-file or " + TOKEN);
        }
        if (oidc.filter(oidc -> !oidc.isSecure()).isPresent()
                && tls.isEmpty()
                && !BoundHost.of(host).isLoopback()) {
            in.refuse(
                    "host",
                    "lets others reach the page without encryption",
                    "bind to 127.0.0.1, or set tls and an oidc.public-url with https");
        }
    }

    /** Omits the token, which the default method of records would print. */
    @Override
    public String toString() {
        return "DashboardConfig[host=" + host + ", port=" + port + ", series=" + series + ", lines=" + lines
                + ", clients=" + clients + ", queries=" + queries + ", expiry=" + expiry + ", hostExpiry="
                + hostExpiry + ", hostTags=" + hostTags
                + ", views=" + views + "]";
    }
}
