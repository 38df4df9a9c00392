package io.weir.gateway.udp;

import io.netty.channel.Channel;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends what comes to a socket and leaves it what has come, so that the last datagram can be read before the socket is closed. */
final class Arrivals {
    private static final Logger LOG = LoggerFactory.getLogger(Arrivals.class);
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private Arrivals() {}

    /**
     * Connects the socket to itself: so Linux lets no datagram of anybody else into it, as if the port were closed already (a sender
     * that is connected is told), and what lies in its buffer stays. Elsewhere nothing is done: Java's own channels throw away at
     * a connect what they have. Netty is not told, for it would take all that is read then for the socket's own.
     */
    static void end(Channel channel) {
        if (channel instanceof EpollDatagramChannel epoll && epoll.fd() instanceof Socket socket) {
            try {
                socket.connect(itself(epoll.localAddress()));
            } catch (IOException e) {
                LOG.debug("goes on receiving until it is closed local={}", epoll.localAddress(), e);
            }
        }
    }

    private static InetSocketAddress itself(InetSocketAddress local) throws IOException {
        // IPv4 also for a socket of both families: IPv6 may be off on this host's loopback.
        return local.getAddress().isAnyLocalAddress()
                ? new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), local.getPort())
                : local;
    }
}
