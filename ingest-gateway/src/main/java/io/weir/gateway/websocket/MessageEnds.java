package io.weir.gateway.websocket;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.util.ReferenceCountUtil;
import io.weir.gateway.intake.count.ReasonCounts;
import java.io.IOException;

/** Passes on the bytes of messages, and a newline after each. */
@SuppressWarnings("FutureReturnValueIgnored") // The end of the connection reveals failures.
final class MessageEnds extends ChannelInboundHandlerAdapter {
    private static final ByteBuf NEWLINE = Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(new byte[] {'\n'}));

    private final boolean isBlankNewline;
    private final ReasonCounts rejections;
    /** Whether the end of the connection would cut off a line. */
    private boolean isWithinMessage;

    MessageEnds(boolean isBlankNewline, ReasonCounts rejections) {
        this.isBlankNewline = isBlankNewline;
        this.rejections = rejections;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof WebSocketFrame frame) {
            take(context, frame);
        } else {
            // Sent before the handshake was answered, so not read as frames.
            ReferenceCountUtil.release(message);
            broken(context);
        }
    }

    private void take(ChannelHandlerContext context, WebSocketFrame frame) {
        ByteBuf bytes = frame.content();
        if (isBlankNewline) {
            blankNewlines(bytes);
        }
        isWithinMessage = !frame.isFinalFragment();
        context.fireChannelRead(bytes);
        if (!isWithinMessage) {
            context.fireChannelRead(NEWLINE.duplicate());
        }
    }

    private static void blankNewlines(ByteBuf bytes) {
        int end = bytes.writerIndex();
        for (int at = bytes.indexOf(bytes.readerIndex(), end, (byte) '\n');
                at >= 0;
                at = bytes.indexOf(at + 1, end, (byte) '\n')) {
            bytes.setByte(at, ' ');
        }
    }

    /** The start of a message is not a line. */
    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (isWithinMessage) {
            context.fireExceptionCaught(new IOException("the connection broke within a message"));
        }
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof CorruptedWebSocketFrameException || cause instanceof TooLongFrameException) {
            broken(context);
        } else {
            context.fireExceptionCaught(cause);
        }
    }

    private void broken(ChannelHandlerContext context) {
        rejections.add("broken-websocket", 1);
        isWithinMessage = true;
        context.close();
    }
}
