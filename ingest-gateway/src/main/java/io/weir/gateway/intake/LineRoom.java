package io.weir.gateway.intake;

/**
 * Bounds the lines of one message. Lines repeat what a message says once, such as the labels of many
 * samples, so a small message could otherwise occupy a thread and the queue for minutes. Belongs to
 * one thread.
 */
public final class LineRoom {
    /** Lines of usual messages are 2 to 40 times as long as the message. */
    private static final int MOST_TIMES = 64;

    /** Bytes that any message may have. */
    private static final int SMALL = 1 << 20;

    private long left;

    /** Starts a message of this length. */
    public void begin(int messageBytes) {
        left = (long) MOST_TIMES * messageBytes + SMALL;
    }

    /** Takes room for bytes that were spelled. */
    public void take(int bytes) {
        left -= bytes;
    }

    /** Whether the rest of the message must be refused. */
    public boolean isUsedUp() {
        return left < 0;
    }
}
