package io.weir.gateway.net;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.timeout.IdleStateEvent;
import io.weir.gateway.intake.count.ReasonCounts;
import io.weir.gateway.limit.AllowList;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Passes the data of one connection to its framing, and stops reading while there is no room. Use
 * only on the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Timers throw nothing; a close may fail.
final class LineConnection extends ChannelInboundHandlerAdapter implements LineLoop.Waiting {
    /** Reasons for closing a connection. */
    static final String IDLE = "idle";

    private static final String BROKEN_TLS = "broken-tls";
    private static final String HTTP = "http";
    /** Starts of HTTP requests. A web page can make a browser send one, with lines as its body. */
    private static final List<ByteBuf> HTTP_BEGINNINGS = Stream.of("GET /", "POST /", "PUT /", "HEAD /", "OPTIONS /")
            .map(text -> Unpooled.unreleasableBuffer(Unpooled.copiedBuffer(text, US_ASCII)))
            .toList();

    /**
     * A multi-line string arrives in one piece. One that stays open for longer has lost its quote.
     */
    private static final long RELEASE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Channel connection;
    private final LineLoop loop;
    private final LineFraming framing;
    private final ReasonCounts rejections;
    private SocketAddress source = new InetSocketAddress(0);
    private boolean isBegun;
    /** Data that was read but found no room yet: at most the result of one read. */
    private final Queue<ByteBuf> unread = new ArrayDeque<>();

    private boolean isWaiting;
    private boolean hasEnded;
    private boolean isHoldingBack;
    private boolean isLetGoDue;
    private int heldLine = -1;
    private long heldSinceNanos;
    /** Whether the connection ends without a request of the sender. */
    private boolean isCutOff;
    /** True from the stop of reading until data arrives again: the sender is not idle meanwhile. */
    private boolean wasStopped;

    LineConnection(Channel connection, LineLoop loop, ReasonCounts rejections) {
        this.connection = connection;
        this.loop = loop;
        this.framing = loop.framing();
        this.rejections = rejections;
        connection.config().setWriteBufferWaterMark(SenderReplies.UNREAD);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        source = context.channel().remoteAddress();
        if (loop.keepsOut(source)) {
            rejections.add(AllowList.NOT_ALLOWED, 1);
            context.close();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        wasStopped = false;
        ByteBuf bytes = (ByteBuf) message;
        if (!isBegun && isHttp(bytes)) {
            bytes.release();
            rejections.add(HTTP, 1);
            context.close();
            return;
        }
        isBegun = true;
        unread.add(bytes);
        if (!isWaiting && !goesOn()) {
            isWaiting = true;
            wasStopped = true;
            connection.config().setAutoRead(false);
            loop.waitForRoom(this);
        }
    }

    /**
     * Inspects the first bytes of a connection. A browser sends the start of a request in one
     * piece.
     */
    private static boolean isHttp(ByteBuf bytes) {
        for (ByteBuf beginning : HTTP_BEGINNINGS) {
            int length = beginning.readableBytes();
            if (bytes.readableBytes() >= length
                    && ByteBufUtil.equals(bytes, bytes.readerIndex(), beginning, 0, length)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean goesOn() {
        while (!unread.isEmpty()) {
            if (!loop.mayRead(source)) {
                return false;
            }
            take(unread.remove());
        }
        isWaiting = false;
        if (hasEnded) {
            end();
        } else {
            connection.config().setAutoRead(true);
            lookForHeldLines();
        }
        return true;
    }

    private void take(ByteBuf bytes) {
        try {
            loop.countBytes(bytes.readableBytes());
            loop.from(connection, source);
            while (bytes.isReadable()) {
                int at = framing.unfinishedInto(loop.work());
                int length = Math.min(bytes.readableBytes(), StreamServer.READ_BYTES);
                bytes.readBytes(loop.work(), at, length);
                framing.take(loop.work(), at + length, loop);
            }
        } finally {
            bytes.release();
        }
        reply();
        loop.flushSoon();
    }

    private void reply() {
        if (loop.reply()) {
            isCutOff = true;
            connection.close();
        }
    }

    private void lookForHeldLines() {
        isHoldingBack = framing.isHoldingBack();
        if (isHoldingBack && heldLine != framing.linesEnded()) {
            heldLine = framing.linesEnded();
            heldSinceNanos = System.nanoTime();
        }
        if (isHoldingBack && !isLetGoDue) {
            releaseIn(RELEASE_NANOS);
        }
    }

    private void releaseIn(long nanos) {
        isLetGoDue = true;
        connection.eventLoop().schedule(this::release, nanos, TimeUnit.NANOSECONDS);
    }

    private void release() {
        isLetGoDue = false;
        if (!isHoldingBack) {
            return;
        }
        long leftNanos = RELEASE_NANOS - (System.nanoTime() - heldSinceNanos);
        if (isWaiting) {
            // The rest may have arrived without being read.
            releaseIn(RELEASE_NANOS);
        } else if (leftNanos > 0) {
            // It holds back a later line than when the timer started.
            releaseIn(leftNanos);
        } else {
            loop.from(connection, source);
            framing.release(loop.work(), loop);
            reply();
            isHoldingBack = false;
            loop.flushSoon();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        hasEnded = true;
        isHoldingBack = false;
        isCutOff |= loop.isEnding();
        if (!isWaiting) {
            end();
        }
    }

    private void end() {
        loop.from(connection, source);
        framing.end(loop.work(), isCutOff, loop);
        loop.flushSoon();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof IdleStateEvent && !wasStopped) {
            rejections.add(IDLE, 1);
            isCutOff = true;
            context.close();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof DecoderException) {
            rejections.add(BROKEN_TLS, 1);
        }
        isCutOff = true;
        // Else the sender is gone; its complete lines are accepted.
        context.close();
    }
}
