package io.weir.gateway.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Tells the connection when a request has begun, or was to be answered, too long ago: bytes that drip do not help it. */
final class RequestDeadline extends ChannelInboundHandlerAdapter {
    /** What the connection is told. */
    static final Object PASSED = new Object();

    private final long nanos;
    private @Nullable ChannelHandlerContext context;
    private @Nullable ScheduledFuture<?> timer;

    RequestDeadline(long nanos) {
        this.nanos = nanos;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        begun();
        context.fireChannelRead(message);
    }

    /** A request has begun; perhaps its bytes came with those of the one before. */
    void begun() {
        ChannelHandlerContext own = context;
        if (timer == null && own != null) {
            timer = own.executor().schedule(() -> own.fireUserEventTriggered(PASSED), nanos, TimeUnit.NANOSECONDS);
        }
    }

    /** The request is answered. */
    void met() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        met();
        context.fireChannelInactive();
    }
}
