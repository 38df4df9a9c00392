package io.weir.gateway.tcp;

import io.netty.buffer.ByteBuf;
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

/** Gives what one connection sends to its framing, and stops reading while there is no room for it. On the event loop only. */
@SuppressWarnings("FutureReturnValueIgnored") // Timers throw nothing; whether a close succeeds changes nothing.
final class LineConnection extends ChannelInboundHandlerAdapter {
    /** Why connections were closed by us. */
    static final String IDLE = "idle";

    private static final String BROKEN_TLS = "broken-tls";
    private static final long LOOK_FOR_ROOM_MILLIS = 5;
    /** A string that goes on over lines is sent in one go; one that is open for longer has lost its quote. */
    private static final long LET_GO_MILLIS = 1_000;

    private final LineLoop loop;
    private final LineFraming framing;
    private final ReasonCounts turnedAway;
    private SocketAddress source = new InetSocketAddress(0);
    private boolean isHoldingBack;
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
            lookForRoomLater(context);
        }
    }

    private void lookForRoomLater(ChannelHandlerContext context) {
        context.executor().schedule(() -> lookForRoom(context), LOOK_FOR_ROOM_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void lookForRoom(ChannelHandlerContext context) {
        if (!context.channel().isActive() || context.channel().config().isAutoRead()) {
            return;
        }
        if (loop.mayRead(source)) {
            context.channel().config().setAutoRead(true);
        } else {
            lookForRoomLater(context);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        loop.flushSoon();
        boolean wasHoldingBack = isHoldingBack;
        isHoldingBack = framing.isHoldingBack();
        if (isHoldingBack && !wasHoldingBack) {
            letGoLater(context);
        }
    }

    private void letGoLater(ChannelHandlerContext context) {
        context.executor().schedule(() -> letGo(context), LET_GO_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void letGo(ChannelHandlerContext context) {
        if (!isHoldingBack) {
            return;
        }
        if (!context.channel().config().isAutoRead()) {
            letGoLater(context); // The rest may have come, and was not read.
            return;
        }
        loop.from(source);
        framing.letGo(loop.work(), loop);
        isHoldingBack = false;
        loop.flushSoon();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        loop.from(source);
        framing.end(loop.work(), loop);
        isHoldingBack = false;
        loop.flushSoon();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof IdleStateEvent && !wasStopped) {
            turnedAway.add(IDLE, 1);
            context.close();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof DecoderException) {
            turnedAway.add(BROKEN_TLS, 1);
        }
        context.close(); // Otherwise a sender that has gone: what it sent whole is taken.
    }
}
