package io.weir.gateway.listen;

import io.weir.contract.service.PortMistake;
import java.util.Optional;

/**
 * How connections are taken.
 *
 * @param host the address to listen on; {@code *} for every address, IPv4 and IPv6
 * @param port 0 for any free one
 * @param loops event loops that serve the connections
 * @param maxConnections open at the same time; more are closed at once
 * @param maxOfSource of these from one address
 * @param tls plain text if empty
 * @param mistake tells an operator if the port cannot be had
 */
public record StreamSettings(
        String host,
        int port,
        int loops,
        int maxConnections,
        int maxOfSource,
        Optional<TlsFiles> tls,
        PortMistake mistake) {}
