package io.weir.standalone.query;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.Refusal;
import io.weir.contract.service.StartException;
import io.weir.standalone.option.DurationOption;
import io.weir.standalone.option.ServerAddress;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that select the server. */
final class ServerOptions {
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
                url.map(text -> ServerAddress.parse("--url", text))
                        .orElseGet(() -> ServerAddress.dashboard(System.getenv())),
                token(),
                timeout);
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
