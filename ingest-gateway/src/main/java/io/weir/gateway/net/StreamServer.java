package io.weir.gateway.net;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.weir.contract.service.StartException;
import io.weir.gateway.intake.count.ReasonCounts;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Accepts connections on one port and distributes them over event loops. Opened and closed by one
 * thread; any thread may call {@link #run}.
 */
public final class StreamServer implements AutoCloseable {
    /** Maximum number of bytes of one read without TLS. */
    public static final int READ_BYTES = 64 << 10;

    private static final int FIRST_READ_BYTES = 4 << 10;
    private static final int SMALLEST_READ_BYTES = 512;
    private static final int BACKLOG = 1024;
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final StreamSettings settings;
    private final MultiThreadIoEventLoopGroup loops;
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private @Nullable Channel socket;
    private int port;

    private StreamServer(StreamSettings settings, StreamTransport transport, String input) {
        this.settings = settings;
        this.loops = new MultiThreadIoEventLoopGroup(
                settings.threads(), new DefaultThreadFactory("weir-gateway-" + input, true), transport.handlers());
    }

    /**
     * Opens the port.
     *
     * @param input name of the input, for threads and errors
     * @param rejections counts rejected connections by reason
     * @param perLoop called once for each event loop; the result adds the handlers to each
     *     connection of that loop
     * @throws StartException if the port, the address or a TLS file is not usable
     */
    public static StreamServer open(
            StreamSettings settings,
            StreamTransport transport,
            String input,
            ReasonCounts rejections,
            Function<EventLoop, Consumer<ChannelPipeline>> perLoop) {
        SslContext tls = settings.tls().map(files -> files.context(input)).orElse(null);
        StreamServer server = new StreamServer(settings, transport, input);
        try {
            Map<EventLoop, Consumer<ChannelPipeline>> initializers = new HashMap<>();
            for (EventExecutor executor : server.loops) {
                EventLoop loop = (EventLoop) executor;
                initializers.put(loop, perLoop.apply(loop));
            }
            ConnectionSlots slots = new ConnectionSlots(settings.maxConnections(), settings.maxOfSource());
            server.bind(transport, new ConnectionLimiter(slots, tls, initializers, rejections, server.connections));
            return server;
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private void bind(StreamTransport transport, ConnectionLimiter limiter) {
        InetSocketAddress address = ListenAddress.of(settings.host(), settings.port(), settings.mistake());
        SocketProtocolFamily family =
                ListenAddress.isIpv6(address) ? SocketProtocolFamily.INET6 : SocketProtocolFamily.INET;
        ServerBootstrap server = transport
                .server(family)
                .group(loops)
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new AdaptiveRecvByteBufAllocator(SMALLEST_READ_BYTES, FIRST_READ_BYTES, READ_BYTES))
                .childHandler(limiter);
        ChannelFuture bound = server.bind(address).awaitUninterruptibly();
        if (bound.cause() != null) {
            throw settings.mistake().because(address.getAddress().getHostAddress(), address.getPort(), bound.cause());
        }
        socket = bound.channel();
        port = ((InetSocketAddress) bound.channel().localAddress()).getPort();
    }

    /** The port, also if the system chose it. */
    public int port() {
        return port;
    }

    /** Number of open connections. */
    public int connections() {
        return connections.size();
    }

    /** Runs a task on every event loop and waits for all. */
    public void run(Consumer<EventLoop> task) {
        for (EventExecutor executor : loops) {
            executor.submit(() -> task.accept((EventLoop) executor)).syncUninterruptibly();
        }
    }

    /** Waits until every event loop has polled all its sockets once more and handled the result. */
    public void settle() {
        // A loop in the middle of a poll does not see what became ready since; the second run waits
        // for its next poll.
        run(loop -> {});
        run(loop -> {});
    }

    /** Accepts no more connections; open ones continue. */
    public void stopAccepting() {
        if (socket != null) {
            socket.close().syncUninterruptibly();
        }
    }

    /** Closes all connections and waits until their handlers were notified. */
    public void closeConnections() {
        connections.close().awaitUninterruptibly();
        // Waits for tasks that the closes have queued.
        run(loop -> {});
    }

    /**
     * Ends the server of an input whose senders wait: gives them a second, then closes all connections.
     *
     * @param isWaiting whether a sender waits, for an answer or for room
     * @param flush hands over the lines of one event loop, in that loop
     */
    public void closeAnswered(BooleanSupplier isWaiting, Consumer<EventLoop> flush) {
        stopAccepting();
        long deadlineNanos = System.nanoTime() + ANSWER_NANOS;
        while (isWaiting.getAsBoolean() && System.nanoTime() - deadlineNanos < 0) {
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
        closeConnections();
        run(flush);
        close();
    }

    @Override
    public void close() {
        stopAccepting();
        connections.close().awaitUninterruptibly();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
