package io.weir.gateway.listen;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.handler.ssl.SslContext;
import io.weir.gateway.intake.ReasonCounts;
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
    private final Places places;
    private final @Nullable SslContext tls;
    private final Map<EventLoop, Consumer<ChannelPipeline>> doors;
    private final ReasonCounts turnedAway;
    private final ChannelGroup connections;

    ConnectionLimiter(
            Places places,
            @Nullable SslContext tls,
            Map<EventLoop, Consumer<ChannelPipeline>> doors,
            ReasonCounts turnedAway,
            ChannelGroup connections) {
        this.places = places;
        this.tls = tls;
        this.doors = Map.copyOf(doors);
        this.turnedAway = turnedAway;
        this.connections = connections;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The result of a close does not matter.
    protected void initChannel(Channel connection) {
        SocketAddress source = connection.remoteAddress(); // Null if already closed.
        String full = places.take(source);
        if (full != null) {
            turnedAway.add(full, 1);
            connection.close();
            return;
        }
        connection.closeFuture().addListener(closed -> places.giveBack(source));
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
