package io.weir.gateway.net;

import io.weir.contract.service.PortMistake;

/**
 * Settings of a UDP socket.
 *
 * @param host address to listen on; {@code *} for every address, IPv4 and IPv6
 * @param port 0 for any free port
 * @param threads number of sockets and event loops that share the port
 * @param receiveBufferBytes the kernel's buffer of each socket
 * @param mistake describes a port that cannot be opened, for the operator
 */
public record UdpSettings(String host, int port, int threads, int receiveBufferBytes, PortMistake mistake) {}
