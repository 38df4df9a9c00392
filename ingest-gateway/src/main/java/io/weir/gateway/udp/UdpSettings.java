package io.weir.gateway.udp;

import io.weir.contract.service.PortMistake;

/**
 * How datagrams are received.
 *
 * @param host the address to listen on; {@code *} for every address, IPv4 and IPv6
 * @param port 0 for any free one
 * @param loops how many sockets and event loops share the port
 * @param receiveBufferBytes the kernel's buffer of each socket
 * @param mistake tells an operator if the port cannot be had
 */
public record UdpSettings(String host, int port, int loops, int receiveBufferBytes, PortMistake mistake) {}
