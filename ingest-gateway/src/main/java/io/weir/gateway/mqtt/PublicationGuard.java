package io.weir.gateway.mqtt;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Changes publications that the decoder would refuse, and large ones. Weir can then reject and
 * acknowledge them; otherwise the broker would deliver them again and again.
 *
 * <p>It truncates long bodies, removes long properties, and replaces characters that no topic may
 * contain. RabbitMQ sends such topics if a sender by AMQP has chosen such a routing key. All other
 * bytes pass as they are, also those of broken packets.
 */
final class PublicationGuard extends ByteToMessageDecoder {
    /** Replaces a character that no topic may contain. */
    static final char REPLACED = '\u001a';

    private static final int MOST_PROPERTY_BYTES = 64 << 10;

    private final boolean isVersion5;
    private final int mostBytes;
    private int toDrop;
    private int toPass;
    private int toDropAfterwards;

    /** Truncates bodies to {@code mostBytes}. */
    PublicationGuard(boolean isVersion5, int mostBytes) {
        this.isVersion5 = isVersion5;
        this.mostBytes = mostBytes;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (toDrop > 0) {
            toDrop -= drop(in, toDrop);
        } else if (toPass > 0) {
            pass(in, out);
        } else if (toDropAfterwards > 0) {
            toDropAfterwards -= drop(in, toDropAfterwards);
        } else {
            PublicationHead head = new PublicationHead(in, isVersion5);
            if (head.isWhole()) {
                begin(context, head, in, out);
            }
        }
    }

    private static int drop(ByteBuf in, int most) {
        int length = Math.min(most, in.readableBytes());
        in.skipBytes(length);
        return length;
    }

    private void pass(ByteBuf in, List<Object> out) {
        int length = Math.min(toPass, in.readableBytes());
        out.add(in.readRetainedSlice(length));
        toPass -= length;
    }

    private void begin(ChannelHandlerContext context, PublicationHead head, ByteBuf in, List<Object> out) {
        int bodyBytes = Math.min(head.bodyBytes(), mostBytes);
        int propertyBytes = head.propertyBytes() > MOST_PROPERTY_BYTES ? 0 : head.propertyBytes();
        boolean isLong = bodyBytes < head.bodyBytes() || propertyBytes < head.propertyBytes();
        if (!head.isPublication() || !(isLong || head.hasWildcard())) {
            toPass = head.packetBytes();
            pass(in, out);
            return;
        }
        out.add(head.changed(context.alloc(), propertyBytes, bodyBytes));
        in.skipBytes(head.headBytes());
        toDrop = head.propertyBytes() - propertyBytes;
        toPass = propertyBytes + bodyBytes;
        toDropAfterwards = head.bodyBytes() - bodyBytes;
    }
}
