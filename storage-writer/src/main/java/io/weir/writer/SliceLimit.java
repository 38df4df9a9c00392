package io.weir.writer;

import io.weir.contract.line.LineReader;

/**
 * Maximum number of bytes per write, learnt from a store's answers. Halved after a write that was
 * too large or too slow; doubled after some successful writes, so that a temporary problem has no
 * lasting effect. Used by one thread.
 */
final class SliceLimit {
    private static final int NONE = Integer.MAX_VALUE;
    /** Number of writes at the limit before it is doubled. */
    private static final int STORED_UNTIL_MORE = 64;
    /** A smaller write is not slow because of its size. */
    private static final int LEAST_FOR_SLOW = 1 << 16;

    private final LineReader reader = new LineReader();
    private int limit = NONE;
    private int stored;

    /**
     * End of the next slice that starts at {@code from}: after at least one line, at {@code to} at
     * the latest.
     */
    int end(byte[] bytes, int from, int to) {
        if (to - from <= limit) {
            return to;
        }
        reader.wrap(bytes, from, to);
        int end = from;
        while (reader.next() && (end == from || reader.lineEnd() - from <= limit)) {
            end = reader.lineEnd();
        }
        while (end < to && bytes[end] == '\n') {
            end++;
        }
        return end == from ? to : end;
    }

    /** Records that a slice of this size was stored. */
    void stored(int bytes) {
        if (bytes > limit / 2 && limit < NONE && ++stored >= STORED_UNTIL_MORE) {
            stored = 0;
            limit = limit > NONE / 2 ? NONE : limit * 2;
        }
    }

    /** Records that the store rejects a slice of this size. */
    void tooLarge(int bytes) {
        limit = Math.max(1, bytes / 2);
        stored = 0;
    }

    /** Records that the store did not answer in time to a slice of this size, or asked to slow down. */
    void slow(int bytes) {
        if (bytes > LEAST_FOR_SLOW) {
            tooLarge(bytes);
        }
    }
}
