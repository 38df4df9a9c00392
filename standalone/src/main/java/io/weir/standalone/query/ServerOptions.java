package io.weir.standalone.query;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.StartException;
import io.weir.dashboard.DashboardConfig;
import io.weir.standalone.option.DurationOption;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** The options that select the server. */
final class ServerOptions {
    /** The dashboard's other variables do not concern a client. */
    private static final Set<String> VARIABLES = Set.of("WEIR_DASHBOARD_HOST", "WEIR_DASHBOARD_PORT");

    private static final Set<String> ALL_ADDRESSES = Set.of("0.0.0.0", "::", "[::]");
    private static final int LAST_PORT = 65_535;
    private static final Set<String> SCHEMES = Set.of("http", "https");

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The server, which must have the HTTP API of Prometheus (default: the dashboard at"
                    + " WEIR_DASHBOARD_HOST and WEIR_DASHBOARD_PORT, else http://127.0.0.1:8080).")
    private Optional<String> url = Optional.empty();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with a token for a server that requires one (Authorization: Bearer).")
    private Optional<String> tokenFile = Optional.empty();

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "2m",
            converter = DurationOption.class,
            description = "Longest wait for the answer, and for each next part of it (default: ${DEFAULT-VALUE}).")
    private Duration timeout = Duration.ofMinutes(2);

    /** @throws StartException if an option is not usable */
    PrometheusClient client() {
        if (timeout.isZero() || timeout.compareTo(Duration.ofDays(1)) > 0) {
            throw new StartException("--timeout must be from 1ms to 1d, such as 2m");
        }
        return new PrometheusClient(
                url.map(text -> parse("--url", text)).orElseGet(() -> dashboard(System.getenv())), token(), timeout);
    }

    /**
     * The address of the local dashboard.
     *
     * @throws StartException if its host is not usable in an address
     */
    static URI dashboard(Map<String, String> environment) {
        Map<String, String> variables = new TreeMap<>(environment);
        variables.keySet().retainAll(VARIABLES);
        DashboardConfig config = YamlSource.text("settings", "")
                .withEnvironment("WEIR_DASHBOARD", variables)
                .read(DashboardConfig::read);
        String host = ALL_ADDRESSES.contains(config.host()) ? "127.0.0.1" : config.host();
        return parse(
                "WEIR_DASHBOARD_HOST",
                "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + config.port());
    }

    /**
     * The address without a slash at its end.
     *
     * @param option where it is from
     * @throws StartException if it is not the address of a web server
     */
    static URI parse(String option, String text) {
        try {
            URI address = new URI(text.replaceFirst("/+$", ""));
            if (address.getScheme() != null
                    && SCHEMES.contains(address.getScheme())
                    && address.getHost() != null
                    && address.getPort() <= LAST_PORT
                    && address.getRawUserInfo() == null
                    && address.getRawQuery() == null
                    && address.getRawFragment() == null) {
                return address;
            }
        } catch (URISyntaxException e) {
            // Refused below.
        }
        throw new StartException(option + " must be the address of a web server, such as http://127.0.0.1:8080, was "
                + Refusal.quote(text) + ": leave out users, passwords and what follows a ?");
    }

    private Optional<String> token() {
        try {
            return tokenFile.map(ServerOptions::token);
        } catch (Refusal e) {
            throw new StartException("--token-file " + e.getMessage(), e);
        }
    }

    /** Checked here, because the message of the JDK about a wrong header contains the token. */
    private static String token(String file) {
        String token = NamedFile.secret(file);
        if (!token.chars().allMatch(c -> c > ' ' && c <= '~')) {
            throw new Refusal(
                    Refusal.quote(file) + " has several lines or words, or characters other than printable ASCII",
                    "write only the token into it");
        }
        return token;
    }
}
