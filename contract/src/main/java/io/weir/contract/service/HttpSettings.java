package io.weir.contract.service;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.YamlSection;
import java.util.Optional;

/**
 * The settings of the server for meters and health.
 *
 * @param host the address to bind to
 * @param port 0 chooses a free one
 * @param token required for reading meters and the pages of services; empty: no token is required.
 *     Health never requires it
 */
public record HttpSettings(String host, int port, Optional<String> token) {

    /** The environment variable with the token; secrets are not in the settings. */
    public static final String TOKEN = "WEIR_METERS_TOKEN";

    /** Refuses a port outside 0 to 65535. */
    public HttpSettings {
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("meters.port must be 0 to 65535, was " + port);
        }
    }

    /** Settings without a token. */
    public HttpSettings(String host, int port) {
        this(host, port, Optional.empty());
    }

    /**
     * Reads the section {@code meters} of a service's settings.
     *
     * @param standardPort the default, such as 9400
     */
    public static HttpSettings read(YamlSection section, int standardPort) {
        return new HttpSettings(
                section.text("host", "address on which meters and health are served")
                        .or("127.0.0.1"),
                section.integer("port", 0, 65535, "port of meters and health; 0 for any free one")
                        .or(standardPort),
                section.value(
                                "token-file",
                                "",
                                NamedFile::secret,
                                "file with the token for reading meters (Authorization: Bearer); default: " + TOKEN
                                        + "; without a token, everybody may read them")
                        .optional()
                        .or(() -> Optional.ofNullable(System.getenv(TOKEN)))
                        .map(String::strip)
                        .filter(token -> !token.isEmpty()));
    }

    /** Omits the token, which the default implementation would print. */
    @Override
    public String toString() {
        return "HttpSettings[host=" + host + ", port=" + port + "]";
    }
}
