package io.weir.contract.service;

import io.weir.contract.yaml.YamlSection;

/**
 * Where meters and health are served.
 *
 * @param host the address to bind to
 * @param port 0 takes a free one
 */
public record HttpSettings(String host, int port) {

    /** Refuses a port that no socket can have. */
    public HttpSettings {
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("meters.port must be 0 to 65535, was " + port);
        }
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
                        .or(standardPort));
    }
}
