package io.weir.gateway.mapping;

import io.weir.contract.line.LineBounds;

/**
 * Bounds the lines of a message, because each record may repeat values of the message around it, and
 * each member repeats the names of its parents. Belongs to one thread.
 */
final class LineRoom {
    /** Twenty short tags of the message around multiply the shortest records by fifty. */
    static final int MOST_GROWTH = 100;

    /** Room of a short message, for tags that the mapping adds. */
    static final int LEAST_BYTES = 64 << 10;

    private long ofMessage;
    private long ofLine;

    /** Starts a message of this length. */
    void message(int bytes) {
        ofMessage = LEAST_BYTES + (long) MOST_GROWTH * bytes;
    }

    /** Starts a line of the message. */
    void line() {
        ofLine = LineBounds.MOST_LINE_BYTES;
    }

    /** Takes the room of bytes that are to be written, or returns the reason why there is none. */
    RecordError take(int bytes) {
        ofLine -= bytes;
        ofMessage -= bytes;
        if (ofMessage < 0) {
            return RecordError.LINES_TOO_LONG;
        }
        return ofLine < 0 ? RecordError.LINE_TOO_LONG : RecordError.NONE;
    }
}
