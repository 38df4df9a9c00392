package io.weir.dashboard;

import io.weir.contract.tls.ServerTls;
import io.weir.contract.yaml.NamedFile;
import io.weir.contract.yaml.YamlSection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a user sets for the dashboard.
 *
 * @param host the address to bind to
 * @param port 0 takes a free one
 * @param tls if there is one, the page is served by HTTPS
 * @param token who knows it may say something to alarms; empty: see {@link io.weir.dashboard.http.Access}
 * @param userHeader the header in which a proxy tells who asks; empty if there is no such proxy
 * @param series how many are followed at most
 * @param lines how many fields of series one page shows at most
 * @param clients how many streams there may be at once
 * @param expiry after how long a silent series is forgotten
 * @param hostTags tags that name a host; the first that a series has does
 * @param views a directory of views; empty: those that come with Weir
 */
public record DashboardConfig(
        String host,
        int port,
        Optional<ServerTls> tls,
        Optional<String> token,
        Optional<String> userHeader,
        int series,
        int lines,
        int clients,
        Duration expiry,
        List<String> hostTags,
        Optional<Path> views) {

    /** The variable with the token; a secret is no setting. */
    public static final String TOKEN = "WEIR_DASHBOARD_TOKEN";

    /** Reads the section {@code dashboard}; its mistakes are collected there. */
    public static DashboardConfig read(YamlSection in) {
        return new DashboardConfig(
                in.text("host", "the address to bind to; 0.0.0.0 is all").or("127.0.0.1"),
                in.integer("port", 0, 65535, "the port of the page; 0 takes a free one")
                        .or(8080),
                ServerTls.read(in.section("tls")),
                in.value(
                                "token-file",
                                "",
                                NamedFile::secret,
                                "a file with the token of those who may acknowledge alarms; else " + TOKEN)
                        .optional()
                        .or(() -> Optional.ofNullable(System.getenv(TOKEN)))
                        .map(String::strip)
                        .filter(token -> !token.isEmpty()),
                in.text(
                                "user-header",
                                "the header in which a proxy tells who asks, such as X-Forwarded-User; only with a proxy"
                                        + " that sets it itself, and is the only way here")
                        .optional(),
                in.integer("series", 1, 10_000_000, "how many series are followed at most")
                        .or(100_000),
                in.integer("lines", 1, 10_000, "how many fields of series one page shows at most, live and of the past")
                        .or(200),
                in.integer("clients", 1, 10_000, "how many streams to browsers there may be at once")
                        .or(400),
                in.duration("series-expiry", Duration.ofSeconds(10), "a series that is silent for so long is forgotten")
                        .or(Duration.ofMinutes(15)),
                in.texts("host-tags", "tags that name a host; the first that a series has does")
                        .or(List.of("hostname", "host")),
                in.text("views", "a directory of views in YAML; left out: those that come with Weir")
                        .optional()
                        .map(Path::of));
    }

    /** Without the token: records print their parts. */
    @Override
    public String toString() {
        return "DashboardConfig[host=" + host + ", port=" + port + ", series=" + series + ", lines=" + lines
                + ", clients=" + clients + ", expiry=" + expiry + ", hostTags=" + hostTags
                + ", views=" + views + "]";
    }
}
