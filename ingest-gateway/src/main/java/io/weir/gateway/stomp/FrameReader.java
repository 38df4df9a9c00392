package io.weir.gateway.stomp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.stomp.LastStompContentSubframe;
import io.netty.handler.codec.stomp.StompContentSubframe;
import io.netty.handler.codec.stomp.StompHeadersSubframe;
import io.netty.handler.codec.stomp.StompSubframe;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Joins the parts of frames for an {@link Inbox}, and truncates long bodies, so that a message of any
 * length can be rejected and acknowledged. Stops reading while the inbox is full.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Closes without waiting.
final class FrameReader extends SimpleChannelInboundHandler<StompSubframe> {
    private final Inbox inbox;
    private final int mostBytes;
    private @Nullable StompHeadersSubframe head;
    private ByteArrayOutputStream body = new ByteArrayOutputStream();

    /** Truncates bodies to {@code mostBytes}. */
    FrameReader(Inbox inbox, int mostBytes) {
        this.inbox = inbox;
        this.mostBytes = mostBytes;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, StompSubframe part) throws IOException {
        if (part.decoderResult().isFailure()) {
            throw new IOException(
                    "broken frame: " + part.decoderResult().cause().getMessage());
        }
        if (part instanceof StompHeadersSubframe start) {
            head = start;
            body = new ByteArrayOutputStream();
        } else if (part instanceof StompContentSubframe content && head != null) {
            ByteBuf bytes = content.content();
            int length = Math.min(bytes.readableBytes(), mostBytes - body.size());
            bytes.readBytes(body, length);
            if (content instanceof LastStompContentSubframe) {
                inbox.add(new StompFrame(head.command(), head.headers(), body.toByteArray()));
                head = null;
                body = new ByteArrayOutputStream();
            }
        }
        if (inbox.isFull()) {
            context.channel().config().setAutoRead(false);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        inbox.end("the broker closed the connection");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        Throwable cause =
                failure instanceof DecoderException && failure.getCause() != null ? failure.getCause() : failure;
        inbox.end(cause.getMessage() == null ? cause.toString() : cause.getMessage());
        context.close();
    }
}
