package io.weir.gateway.net;

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
 * Datagrams that the kernel dropped because the receive buffer of one socket was full. Asks the
 * socket itself (Linux from 4.12), else reads {@code /proc/net/udp}. Thread-safe. The figure
 * remains available after the socket is closed.
 */
final class SocketDrops {
    /**
     * Linux, {@code linux/sock_diag.h}: nine 32-bit numbers, the last of which counts the drops.
     */
    private static final RawUnixChannelOption SO_MEMINFO =
            new RawUnixChannelOption("SO_MEMINFO", 1, 55, 9 * Integer.BYTES);

    private static final int DROPS = 8 * Integer.BYTES;

    private final LongSupplier kernel;
    private long last;
    private long total;
    private boolean hasEnded;

    /** {@code kernel} returns a counter whose lower 32 bits are valid. */
    SocketDrops(LongSupplier kernel) {
        this.kernel = kernel;
    }

    /** Counts for a bound socket. */
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

    /** Number of drops so far. */
    synchronized long count() {
        if (!hasEnded) {
            long now = kernel.getAsLong();
            total += (now - last) & 0xFFFF_FFFFL;
            last = now;
        }
        return total;
    }

    /**
     * Counts for the last time. Call this before the socket is closed, because its number may then
     * be reused.
     */
    synchronized void end() {
        count();
        hasEnded = true;
    }

    /** -1 if this kernel does not report drops. */
    private static long ofMemInfo(EpollDatagramChannel channel) {
        try {
            ByteBuffer info = channel.config().getOption(SO_MEMINFO);
            return info.order(ByteOrder.nativeOrder()).getInt(DROPS) & 0xFFFF_FFFFL;
        } catch (ChannelException e) {
            return -1;
        }
    }

    /** The inode number of the socket in the kernel's tables. */
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
