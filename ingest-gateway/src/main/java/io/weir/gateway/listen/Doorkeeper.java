package io.weir.gateway.listen;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.handler.ssl.SslContext;
import io.weir.gateway.intake.ReasonCounts;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Gives each new connection its handlers, or closes it because there are too many. Thread-safe. */
@Sharable
final class Doorkeeper extends ChannelInitializer<Channel> {
    /** Why connections were closed at once. */
    static final String TOO_MANY = "too-many-connections";

    private final AtomicInteger open = new AtomicInteger();
    private final int maxConnections;
    private final @Nullable SslContext tls;
    private final Map<EventLoop, Consumer<ChannelPipeline>> doors;
    private final ReasonCounts turnedAway;
    private final ChannelGroup connections;

    Doorkeeper(
            int maxConnections,
            @Nullable SslContext tls,
            Map<EventLoop, Consumer<ChannelPipeline>> doors,
            ReasonCounts turnedAway,
            ChannelGroup connections) {
        this.maxConnections = maxConnections;
        this.tls = tls;
        this.doors = Map.copyOf(doors);
        this.turnedAway = turnedAway;
        this.connections = connections;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // Whether a close succeeds changes nothing.
    protected void initChannel(Channel connection) {
        connection.closeFuture().addListener(closed -> open.decrementAndGet());
        if (open.incrementAndGet() > maxConnections) {
            turnedAway.add(TOO_MANY, 1);
            connection.close();
            return;
        }
        connections.add(connection);
        if (tls != null) {
            connection.pipeline().addLast(tls.newHandler(connection.alloc()));
        }
        Consumer<ChannelPipeline> door = doors.get(connection.eventLoop());
        if (door == null) {
            throw new IllegalStateException("a connection on a foreign event loop");
        }
        door.accept(connection.pipeline());
    }
}
