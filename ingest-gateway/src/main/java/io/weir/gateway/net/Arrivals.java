package io.weir.gateway.net;

import io.netty.channel.Channel;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops the arrival of datagrams at a socket and keeps its buffer, so that the rest can be read
 * before the socket is closed.
 */
final class Arrivals {
    private static final Logger LOG = LoggerFactory.getLogger(Arrivals.class);
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private Arrivals() {}

    /**
     * Connects the socket to itself. Linux then rejects datagrams of all other senders, as if the
     * port were closed (connected senders get an error), and keeps the content of the buffer. Does
     * nothing on other systems: Java's own channels discard their buffer on connect. Bypasses
     * Netty, which would otherwise treat everything read afterwards as sent by the socket itself.
     */
    static void end(Channel channel) {
        if (channel instanceof EpollDatagramChannel epoll && epoll.fd() instanceof Socket socket) {
            try {
                socket.connect(itself(epoll.localAddress()));
            } catch (IOException e) {
                LOG.debug("the socket continues to receive until it is closed local={}", epoll.localAddress(), e);
            }
        }
    }

    private static InetSocketAddress itself(InetSocketAddress local) throws IOException {
        // IPv4 also for a dual-stack socket, because IPv6 may be off on the loopback interface of
        // this host.
        return local.getAddress().isAnyLocalAddress()
                ? new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), local.getPort())
                : local;
    }
}
