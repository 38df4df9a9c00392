package io.weir.gateway.net;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Notifies the connection when a request takes too long to arrive or to be answered. Slowly
 * arriving bytes do not extend the deadline.
 */
public final class RequestDeadline extends ChannelInboundHandlerAdapter {
    /** The event that is fired. */
    public static final Object PASSED = new Object();

    private final long nanos;
    private @Nullable ChannelHandlerContext context;
    private @Nullable ScheduledFuture<?> timer;

    /** Each request has this much time. */
    public RequestDeadline(long nanos) {
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

    /**
     * Starts the timer of a request, whose bytes may have arrived with those of the previous one.
     */
    public void begun() {
        ChannelHandlerContext own = context;
        if (timer == null && own != null) {
            timer = own.executor().schedule(() -> own.fireUserEventTriggered(PASSED), nanos, TimeUnit.NANOSECONDS);
        }
    }

    /** Stops the timer: the request is answered. */
    public void met() {
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
