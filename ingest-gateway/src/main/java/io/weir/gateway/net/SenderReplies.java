package io.weir.gateway.net;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.WriteBufferWaterMark;
import io.weir.gateway.intake.Replies;
import io.weir.gateway.intake.count.ReasonCounts;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the replies to the data of one read, for each connection of an event loop in turn. Use only
 * on the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The end of the connection reveals failures.
final class SenderReplies implements Replies {
    /** The warning for a reply that was dropped. */
    static final String DROPPED = "reply-dropped";

    /** A connection with more bytes that its sender and the kernel do not take gets no replies. */
    static final WriteBufferWaterMark UNREAD = new WriteBufferWaterMark(4 << 10, 8 << 10);

    /** Replies to one read; beyond, they are dropped. */
    private static final int MOST_BYTES = 8 << 10;

    private final ReasonCounts warnings;
    private final byte[] gathered = new byte[MOST_BYTES];
    private int length;
    private boolean isEnding;
    private @Nullable Channel connection;

    SenderReplies(ReasonCounts warnings) {
        this.warnings = warnings;
    }

    /** Forgets what is not sent: the following replies are to this connection. */
    void begin(Channel to) {
        connection = to;
        length = 0;
        isEnding = false;
    }

    @Override
    public void send(byte[] bytes, int from, int to) {
        Channel sender = connection;
        if (sender == null || !sender.isWritable() || length + to - from > MOST_BYTES) {
            warnings.add(DROPPED, 1);
            return;
        }
        System.arraycopy(bytes, from, gathered, length, to - from);
        length += to - from;
    }

    @Override
    public void end() {
        isEnding = true;
    }

    /** Sends the replies. Returns whether the mapping ends the connection, which the caller closes. */
    boolean flush() {
        Channel sender = connection;
        if (sender != null && length > 0) {
            sender.writeAndFlush(Unpooled.copiedBuffer(gathered, 0, length));
            length = 0;
        }
        return isEnding;
    }
}
