package io.weir.writer;

import io.weir.contract.line.LineReader;

/**
 * How many bytes a store takes at once, learnt from its answers: halved where that was too large for it or took it too long,
 * doubled after a while, so that what was but a bad hour does not last. Used by one thread.
 */
final class SliceLimit {
    private static final int NONE = Integer.MAX_VALUE;
    /** At the limit, until more is tried. */
    private static final int STORED_UNTIL_MORE = 64;
    /** A store that is slow is not so because of fewer bytes than this. */
    private static final int LEAST_FOR_SLOW = 1 << 16;

    private final LineReader reader = new LineReader();
    private int limit = NONE;
    private int stored;

    /** Where the next slice ends that begins at {@code from}: behind at least one line, at {@code to} at the latest. */
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

    /** A slice of so many bytes was stored. */
    void stored(int bytes) {
        if (bytes > limit / 2 && limit < NONE && ++stored >= STORED_UNTIL_MORE) {
            stored = 0;
            limit = limit > NONE / 2 ? NONE : limit * 2;
        }
    }

    /** The store will not take so many bytes. */
    void tooLarge(int bytes) {
        limit = Math.max(1, bytes / 2);
        stored = 0;
    }

    /** The store did not answer in time to so many bytes. */
    void slow(int bytes) {
        if (bytes > LEAST_FOR_SLOW) {
            tooLarge(bytes);
        }
    }
}
