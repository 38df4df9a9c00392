package io.weir.gateway.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.unix.IntegerUnixChannelOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests a large receive buffer from the kernel. Datagrams that arrive while an event loop is
 * busy wait there, or are lost.
 */
final class ReceiveBufferSize {
    private static final Logger LOG = LoggerFactory.getLogger(ReceiveBufferSize.class);
    /** Linux, socket(7): exceeds {@code net.core.rmem_max}, for processes with CAP_NET_ADMIN. */
    private static final IntegerUnixChannelOption SO_RCVBUFFORCE =
            new IntegerUnixChannelOption("SO_RCVBUFFORCE", 1, 33);

    private ReceiveBufferSize() {}

    /** Sets the size in bytes as far as permitted. Returns the resulting size. */
    static int raise(Channel channel, int bytes) {
        if (!force(channel, bytes)) {
            channel.config().setOption(ChannelOption.SO_RCVBUF, bytes);
        }
        return effective(channel);
    }

    /** Warns, with the remedy, if the sockets at {@code where} got less than configured. */
    static void check(String where, int effective, int bytes) {
        if (effective < bytes) {
            LOG.warn(
                    "receive buffer of {} has {} bytes instead of {} as set by receive-buffer: bursts may be lost;"
                            + " remedy: sysctl -w net.core.rmem_max={}",
                    where,
                    effective,
                    bytes,
                    bytes);
        }
    }

    private static boolean force(Channel channel, int bytes) {
        if (!(channel instanceof EpollDatagramChannel)) {
            return false;
        }
        try {
            return channel.config().setOption(SO_RCVBUFFORCE, bytes);
        } catch (ChannelException e) {
            return false; // Not privileged: the usual case.
        }
    }

    /** Linux doubles the requested size for its own bookkeeping and reports the doubled size. */
    private static int effective(Channel channel) {
        int reported = channel.config().getOption(ChannelOption.SO_RCVBUF);
        return channel instanceof EpollDatagramChannel ? reported / 2 : reported;
    }
}
