package io.weir.gateway.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.timeout.IdleStateEvent;
import io.weir.gateway.intake.ReasonCounts;
import io.weir.gateway.limit.AllowList;
import io.weir.gateway.listen.StreamServer;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Gives what one connection sends to its framing, and stops reading while there is no room for it. On the event loop only. */
@SuppressWarnings("FutureReturnValueIgnored") // Timers throw nothing; whether a close succeeds changes nothing.
final class LineConnection extends ChannelInboundHandlerAdapter {
    /** Why connections were closed by us. */
    static final String IDLE = "idle";

    private static final String BROKEN_TLS = "broken-tls";
    /** A string that goes on over lines is sent in one go; one that is open for longer has lost its quote. */
    private static final long LET_GO_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LineLoop loop;
    private final LineFraming framing;
    private final ReasonCounts turnedAway;
    private SocketAddress source = new InetSocketAddress(0);
    private @Nullable Channel channel;
    private boolean isHoldingBack;
    private boolean isLetGoDue;
    private int heldLine = -1;
    private long heldSinceNanos;
    /** Whether the end of the connection is not one that the sender asked for. */
    private boolean isCutOff;
    /** From when reading stopped until bytes come again: meanwhile it is not the sender who is idle. */
    private boolean wasStopped;

    LineConnection(LineLoop loop, ReasonCounts turnedAway) {
        this.loop = loop;
        this.framing = loop.framing();
        this.turnedAway = turnedAway;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        source = context.channel().remoteAddress();
        if (loop.keepsOut(source)) {
            turnedAway.add(AllowList.NOT_ALLOWED, 1);
            context.close();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        wasStopped = false;
        try {
            loop.countBytes(bytes.readableBytes());
            loop.from(source);
            while (bytes.isReadable()) {
                int at = framing.unfinishedInto(loop.work());
                int length = Math.min(bytes.readableBytes(), StreamServer.READ_BYTES);
                bytes.readBytes(loop.work(), at, length);
                framing.take(loop.work(), at + length, loop);
            }
        } finally {
            bytes.release();
        }
        if (!loop.mayRead(source)) {
            context.channel().config().setAutoRead(false);
            wasStopped = true;
            loop.flushSoon();
            channel = context.channel();
            loop.waitForRoom(this);
        }
    }

    /** Reads again if it may; says whether it need not wait any more. */
    boolean goesOn() {
        Channel stopped = channel;
        if (stopped == null || !stopped.isActive()) {
            return true;
        }
        if (!loop.mayRead(source)) {
            return false;
        }
        stopped.config().setAutoRead(true);
        return true;
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        loop.flushSoon();
        isHoldingBack = framing.isHoldingBack();
        if (isHoldingBack && heldLine != framing.linesEnded()) {
            heldLine = framing.linesEnded();
            heldSinceNanos = System.nanoTime();
        }
        if (isHoldingBack && !isLetGoDue) {
            letGoIn(context, LET_GO_NANOS);
        }
    }

    private void letGoIn(ChannelHandlerContext context, long nanos) {
        isLetGoDue = true;
        context.executor().schedule(() -> letGo(context), nanos, TimeUnit.NANOSECONDS);
    }

    private void letGo(ChannelHandlerContext context) {
        isLetGoDue = false;
        if (!isHoldingBack) {
            return;
        }
        long leftNanos = LET_GO_NANOS - (System.nanoTime() - heldSinceNanos);
        if (!context.channel().config().isAutoRead()) {
            letGoIn(context, LET_GO_NANOS); // The rest may have come, and was not read.
        } else if (leftNanos > 0) {
            letGoIn(context, leftNanos); // It holds back another line than when this was meant.
        } else {
            loop.from(source);
            framing.letGo(loop.work(), loop);
            isHoldingBack = false;
            loop.flushSoon();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        loop.from(source);
        framing.end(loop.work(), isCutOff || loop.isEnding(), loop);
        isHoldingBack = false;
        loop.flushSoon();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof IdleStateEvent && !wasStopped) {
            turnedAway.add(IDLE, 1);
            isCutOff = true;
            context.close();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof DecoderException) {
            turnedAway.add(BROKEN_TLS, 1);
        }
        isCutOff = true;
        context.close(); // Otherwise a sender that has gone: what it sent whole is taken.
    }
}
