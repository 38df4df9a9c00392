package io.weir.gateway.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Kernel figures of sockets that are not read. */
class SocketDropsTest {
    private static final int DATAGRAMS = 400;
    private static final int BYTES = 1_000;

    @ParameterizedTest
    @EnumSource(Transport.class)
    void countsDroppedDatagramsAlsoAfterTheEnd(Transport transport) throws Exception {
        assumeTrue(Transport.best() == Transport.EPOLL, "only Linux tells");
        MultiThreadIoEventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, transport.handlers());
        Channel channel = bind(transport, loop, 0, false);
        SocketDrops drops = SocketDrops.of(channel);
        assertThat(drops.count()).isZero();
        flood(channel);
        long before = drops.count();
        assertThat(before).isBetween(1L, DATAGRAMS - 1L);
        assertThat(before).isEqualTo(new KernelQueues(port(channel)).drops());
        flood(channel);
        assertThat(drops.count()).isEqualTo(before + DATAGRAMS);
        drops.end();
        channel.close().syncUninterruptibly();
        assertThat(drops.count()).isEqualTo(before + DATAGRAMS);
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    /** The kernel selects the socket by the sender's port. */
    @Test
    void eachSocketOfAPortHasItsOwnFigure() throws Exception {
        assumeTrue(Transport.best() == Transport.EPOLL, "only Linux has many sockets on one port");
        MultiThreadIoEventLoopGroup epoll = new MultiThreadIoEventLoopGroup(1, Transport.EPOLL.handlers());
        Channel one = bind(Transport.EPOLL, epoll, 0, true);
        Channel other = bind(Transport.EPOLL, epoll, port(one), true);
        List<SocketDrops> drops = List.of(SocketDrops.of(one), SocketDrops.of(other));
        List<KernelQueues> tables = List.of(table(one), table(other));
        flood(one);
        List<Long> counted = drops.stream().map(SocketDrops::count).sorted().toList();
        assertThat(counted.get(0)).isZero();
        assertThat(counted.get(1)).isPositive().isEqualTo(new KernelQueues(port(one)).drops());
        assertThat(tables.stream().map(KernelQueues::drops))
                .as("the kernel's table, which is asked where sockets do not answer")
                .containsExactly(drops.get(0).count(), drops.get(1).count());
        epoll.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private static KernelQueues table(Channel channel) {
        return KernelQueues.ofSocket(SocketDrops.inode((EpollDatagramChannel) channel));
    }

    @Test
    void goesOnWhenTheKernelsNumberStartsOver() {
        Iterator<Long> kernel = List.of(0xFFFF_FFF0L, 5L, 7L).iterator();
        SocketDrops drops = new SocketDrops(kernel::next);
        assertThat(drops.count()).isEqualTo(0xFFFF_FFF0L);
        assertThat(drops.count()).isEqualTo(0x1_0000_0005L);
        assertThat(drops.count()).isEqualTo(0x1_0000_0007L);
    }

    private static Channel bind(Transport transport, MultiThreadIoEventLoopGroup loop, int port, boolean shared) {
        return transport
                .socket(SocketProtocolFamily.INET, shared)
                .group(loop)
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.SO_RCVBUF, DATAGRAMS * BYTES / 20)
                .handler(new ChannelInboundHandlerAdapter())
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .syncUninterruptibly()
                .channel();
    }

    private static int port(Channel channel) {
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    private static void flood(Channel channel) throws Exception {
        try (DatagramSocket sender = new DatagramSocket()) {
            for (int i = 0; i < DATAGRAMS; i++) {
                sender.send(new DatagramPacket(new byte[BYTES], BYTES, channel.localAddress()));
            }
        }
    }
}
