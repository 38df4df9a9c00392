package io.weir.gateway.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.handler.ssl.SslContext;
import io.weir.gateway.intake.count.ReasonCounts;
import java.net.SocketAddress;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Adds the handlers to each new connection, or closes it if there are too many, in total or from
 * its address. Thread-safe.
 */
@Sharable
final class ConnectionLimiter extends ChannelInitializer<Channel> {
    private final ConnectionSlots slots;
    private final @Nullable SslContext tls;
    private final Map<EventLoop, Consumer<ChannelPipeline>> initializers;
    private final ReasonCounts rejections;
    private final ChannelGroup connections;

    ConnectionLimiter(
            ConnectionSlots slots,
            @Nullable SslContext tls,
            Map<EventLoop, Consumer<ChannelPipeline>> initializers,
            ReasonCounts rejections,
            ChannelGroup connections) {
        this.slots = slots;
        this.tls = tls;
        this.initializers = Map.copyOf(initializers);
        this.rejections = rejections;
        this.connections = connections;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The result of a close does not matter.
    protected void initChannel(Channel connection) {
        SocketAddress source = connection.remoteAddress(); // Null if already closed.
        String full = slots.take(source);
        if (full != null) {
            rejections.add(full, 1);
            connection.close();
            return;
        }
        connection.closeFuture().addListener(closed -> slots.release(source));
        connections.add(connection);
        if (tls != null) {
            connection.pipeline().addLast(tls.newHandler(connection.alloc()));
        }
        Consumer<ChannelPipeline> initializer = initializers.get(connection.eventLoop());
        if (initializer == null) {
            throw new IllegalStateException("a connection on an event loop of another server");
        }
        initializer.accept(connection.pipeline());
    }
}
