package io.weir.gateway.intake;

/**
 * Bounds the lines of one message. Lines repeat what a message says once, such as the labels of many
 * samples, so a small message could otherwise occupy a thread and the queue for minutes. Belongs to
 * one thread.
 */
public final class LineRoom {
    /** Twenty short tags of the message around multiply the shortest records by fifty. */
    private static final int MOST_GROWTH = 100;

    /** Room of a short message, for tags that a mapping adds. */
    private static final int LEAST_BYTES = 64 << 10;

    private long left;

    /** Starts a message of this length. */
    public void begin(int messageBytes) {
        left = LEAST_BYTES + (long) MOST_GROWTH * messageBytes;
    }

    /** Takes room for bytes that were spelled. */
    public void take(long bytes) {
        left -= bytes;
    }

    /** Whether the rest of the message must be refused. */
    public boolean isUsedUp() {
        return left < 0;
    }
}
