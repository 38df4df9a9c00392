package io.weir.contract.service;

import io.weir.contract.yaml.NamedFile;
import io.weir.contract.yaml.YamlSection;
import java.util.Optional;

/**
 * Where meters and health are served.
 *
 * @param host the address to bind to
 * @param port 0 takes a free one
 * @param token who knows it may read meters and the pages of services; empty: everybody may. Health is nobody's secret
 */
public record HttpSettings(String host, int port, Optional<String> token) {

    /** The variable with the token; a secret is no setting. */
    public static final String TOKEN = "WEIR_METERS_TOKEN";

    /** Refuses a port that no socket can have. */
    public HttpSettings {
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("meters.port must be 0 to 65535, was " + port);
        }
    }

    /** Meters for everybody. */
    public HttpSettings(String host, int port) {
        this(host, port, Optional.empty());
    }

    /**
     * Reads the section {@code meters} of a service's settings.
     *
     * @param standardPort the one that counts if none is set, such as 9400
     */
    public static HttpSettings read(YamlSection section, int standardPort) {
        return new HttpSettings(
                section.text("host", "the address to bind meters and health to").or("127.0.0.1"),
                section.integer("port", 0, 65535, "the port of meters and health; 0 takes a free one")
                        .or(standardPort),
                section.value(
                                "token-file",
                                "",
                                NamedFile::secret,
                                "a file with the token of those who may read meters (Authorization: Bearer); else "
                                        + TOKEN + "; else all may")
                        .optional()
                        .or(() -> Optional.ofNullable(System.getenv(TOKEN)))
                        .map(String::strip)
                        .filter(token -> !token.isEmpty()));
    }

    /** Without the token: records print their parts. */
    @Override
    public String toString() {
        return "HttpSettings[host=" + host + ", port=" + port + "]";
    }
}
