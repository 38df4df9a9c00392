package io.weir.gateway.udp;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.unix.RawUnixChannelOption;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * Datagrams that the kernel dropped of one socket because its receive buffer was full. Asks the socket itself (Linux from 4.12), else
 * {@code /proc/net/udp}. Any thread may ask; keeps its figure when the socket is gone.
 */
final class SocketDrops {
    /** Linux, {@code linux/sock_diag.h}: nine numbers of 32 bits, of which the last are the drops. */
    private static final RawUnixChannelOption SO_MEMINFO =
            new RawUnixChannelOption("SO_MEMINFO", 1, 55, 9 * Integer.BYTES);

    private static final int DROPS = 8 * Integer.BYTES;

    private final LongSupplier kernel;
    private long last;
    private long total;
    private boolean hasEnded;

    /** {@code kernel} says a number whose lower 32 bits count. */
    SocketDrops(LongSupplier kernel) {
        this.kernel = kernel;
    }

    /** Of a socket that is bound. */
    static SocketDrops of(Channel channel) {
        if (channel instanceof EpollDatagramChannel epoll) {
            if (ofMemInfo(epoll) >= 0) {
                return new SocketDrops(() -> ofMemInfo(epoll));
            }
            KernelQueues queue = KernelQueues.ofSocket(inode(epoll));
            return new SocketDrops(queue::drops);
        }
        KernelQueues queues = new KernelQueues(((InetSocketAddress) channel.localAddress()).getPort());
        return new SocketDrops(queues::drops);
    }

    /** How many so far. */
    synchronized long count() {
        if (!hasEnded) {
            long now = kernel.getAsLong();
            total += (now - last) & 0xFFFF_FFFFL;
            last = now;
        }
        return total;
    }

    /** Counts for the last time; to be called before the socket is closed, for its number may then be another's. */
    synchronized void end() {
        count();
        hasEnded = true;
    }

    /** -1 if this kernel does not say. */
    private static long ofMemInfo(EpollDatagramChannel channel) {
        try {
            ByteBuffer info = channel.config().getOption(SO_MEMINFO);
            return info.order(ByteOrder.nativeOrder()).getInt(DROPS) & 0xFFFF_FFFFL;
        } catch (ChannelException e) {
            return -1;
        }
    }

    /** The socket's number in the kernel's tables. */
    static String inode(EpollDatagramChannel channel) {
        try {
            // A link to "socket:[4711]".
            String target = Files.readSymbolicLink(
                            Path.of("/proc/self/fd/" + channel.fd().intValue()))
                    .toString();
            return target.substring(target.indexOf('[') + 1, target.indexOf(']'));
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }
}
