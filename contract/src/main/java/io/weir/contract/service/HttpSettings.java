package io.weir.contract.service;

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
            throw new IllegalArgumentException("http.port must be 0 to 65535, was " + port);
        }
    }
}
