package io.weir.gateway.net;

import io.weir.contract.service.PortMistake;
import java.util.Optional;

/**
 * Settings for connections.
 *
 * @param host address to listen on; {@code *} for every address, IPv4 and IPv6
 * @param port 0 for any free port
 * @param threads number of event loops
 * @param maxConnections maximum number of open connections; further ones are closed immediately
 * @param maxOfSource the same for one address
 * @param tls empty for plain text
 * @param mistake describes a port that cannot be opened, for the operator
 */
public record StreamSettings(
        String host,
        int port,
        int threads,
        int maxConnections,
        int maxOfSource,
        Optional<TlsFiles> tls,
        PortMistake mistake) {}
