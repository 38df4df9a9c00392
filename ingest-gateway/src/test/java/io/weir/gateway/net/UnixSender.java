package io.weir.gateway.net;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollDomainDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.unix.DomainDatagramPacket;
import io.netty.channel.unix.DomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Sends datagrams to a Unix socket, each after the previous one is sent. */
final class UnixSender implements AutoCloseable {
    private static final int SEND_BUFFER_BYTES = 1 << 20;

    private final MultiThreadIoEventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    private final DomainSocketAddress to;
    private final Channel channel;

    UnixSender(Path to) {
        this.to = new DomainSocketAddress(to.toFile());
        this.channel =
                socket().bind(new DomainSocketAddress("")).syncUninterruptibly().channel();
    }

    private Bootstrap socket() {
        return new Bootstrap()
                .group(loop)
                .channel(EpollDomainDatagramChannel.class)
                .option(ChannelOption.SO_SNDBUF, SEND_BUFFER_BYTES)
                .handler(new ChannelInboundHandlerAdapter());
    }

    void send(String datagram) {
        write(datagram).syncUninterruptibly();
    }

    /** Returns whether the kernel accepted it. */
    boolean trySend(String datagram) {
        return write(datagram).awaitUninterruptibly().isSuccess();
    }

    private ChannelFuture write(String datagram) {
        return channel.writeAndFlush(new DomainDatagramPacket(Unpooled.copiedBuffer(datagram, UTF_8), to));
    }

    /** Leaves a socket file that no process has open, as after a kill. */
    static void leaveBehind(Path path) throws Exception {
        Path kept = path.resolveSibling("kept");
        try (UnixSender killed = new UnixSender(path)) {
            Channel bound = killed.socket()
                    .bind(new DomainSocketAddress(path.toFile()))
                    .syncUninterruptibly()
                    .channel();
            Files.createLink(kept, path); // Netty removes the file of a bound socket.
            bound.close().syncUninterruptibly();
        }
        Files.move(kept, path, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() {
        channel.close().syncUninterruptibly();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
