package io.weir.gateway.udp;

import java.time.Duration;

/**
 * How datagrams are received.
 *
 * @param host the address to listen on; {@code *} for every address, IPv4 and IPv6
 * @param port 0 for any free one
 * @param loops how many sockets and event loops share the port
 * @param receiveBufferBytes the kernel's buffer of each socket
 * @param linger how long lines may wait for more before they are handed on
 */
public record UdpSettings(String host, int port, int loops, int receiveBufferBytes, Duration linger) {
    /** The same with another {@link #linger}. */
    public UdpSettings withLinger(Duration other) {
        return new UdpSettings(host, port, loops, receiveBufferBytes, other);
    }
}
