package io.weir.gateway.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.weir.gateway.intake.count.ReasonCounts;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Event loops and listening socket for a server of a library. Closes connections beyond the limits
 * before the library sees them. Opened and closed by one thread.
 */
public final class LibraryLoops implements AutoCloseable {
    private final InetSocketAddress address;
    private final StreamTransport transport = StreamTransport.best();
    private final MultiThreadIoEventLoopGroup loops;
    private final ConnectionSlots slots;
    private final ReasonCounts rejections;

    /**
     * Starts no thread and opens no port yet.
     *
     * @param input name of the input, for threads
     * @param rejections counts rejected connections by reason
     */
    public LibraryLoops(StreamSettings settings, String input, ReasonCounts rejections) {
        this.address = ListenAddress.of(settings.host(), settings.port(), settings.mistake());
        this.loops = new MultiThreadIoEventLoopGroup(
                settings.threads(), new DefaultThreadFactory("weir-gateway-" + input, true), transport.handlers());
        this.slots = new ConnectionSlots(settings.maxConnections(), settings.maxOfSource());
        this.rejections = rejections;
    }

    /** The address to bind. */
    public InetSocketAddress address() {
        return address;
    }

    /** The group of all loops. */
    public EventLoopGroup group() {
        return loops;
    }

    /** Runs a task for each loop, in the calling thread. */
    public void each(Consumer<EventLoop> task) {
        for (EventExecutor loop : loops) {
            task.accept((EventLoop) loop);
        }
    }

    /** The listening socket, for the library to bind. */
    public ServerChannel socket() {
        SocketProtocolFamily family =
                ListenAddress.isIpv6(address) ? SocketProtocolFamily.INET6 : SocketProtocolFamily.INET;
        ServerChannel socket = transport.socket(family);
        socket.pipeline().addFirst(new Limiter());
        return socket;
    }

    @Override
    public void close() {
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    /** Sees each new connection as a message. */
    private final class Limiter extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            Channel connection = (Channel) message;
            SocketAddress source = connection.remoteAddress(); // Null if already closed.
            String full = slots.take(source);
            if (full != null) {
                rejections.add(full, 1);
                connection.unsafe().closeForcibly();
                return;
            }
            connection.closeFuture().addListener(closed -> slots.release(source));
            context.fireChannelRead(message);
        }
    }
}
