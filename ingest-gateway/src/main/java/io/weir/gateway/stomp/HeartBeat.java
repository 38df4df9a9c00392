package io.weir.gateway.stomp;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.timeout.IdleState;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Sends heart-beats, and ends the connection if the broker's are missing. */
@SuppressWarnings("FutureReturnValueIgnored") // A failed write ends the connection.
final class HeartBeat extends IdleStateHandler {
    private static final byte[] LINE_FEED = {'\n'};

    private final long fromBroker;

    /** Intervals in milliseconds; 0 for none. */
    private HeartBeat(long fromBroker, long toBroker) {
        super(2 * fromBroker, (toBroker + 1) / 2, 0, TimeUnit.MILLISECONDS);
        this.fromBroker = fromBroker;
    }

    /**
     * Agrees on intervals.
     *
     * @param header the broker's header {@code heart-beat}; empty without it
     * @param ownMillis the interval of both directions that Weir wants
     * @throws IOException if the header is malformed
     */
    static HeartBeat agreed(String header, long ownMillis) throws IOException {
        if (header.isEmpty()) {
            return new HeartBeat(0, 0);
        }
        if (!header.matches("\\d{1,9},\\d{1,9}")) {
            throw new IOException("the broker sent a malformed header heart-beat: " + header);
        }
        int comma = header.indexOf(',');
        return new HeartBeat(
                interval(Long.parseLong(header.substring(0, comma)), ownMillis),
                interval(Long.parseLong(header.substring(comma + 1)), ownMillis));
    }

    private static long interval(long brokers, long own) {
        return brokers == 0 ? 0 : Math.max(brokers, own);
    }

    @Override
    protected void channelIdle(ChannelHandlerContext context, IdleStateEvent event) {
        if (event.state() == IdleState.WRITER_IDLE) {
            context.writeAndFlush(Unpooled.wrappedBuffer(LINE_FEED));
        } else if (context.channel().config().isAutoRead()) { // Else, Weir does not read.
            context.fireExceptionCaught(
                    new IOException("no heart-beat of the broker within " + 2 * fromBroker + " ms"));
        }
    }
}
