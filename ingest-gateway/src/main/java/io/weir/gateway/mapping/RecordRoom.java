package io.weir.gateway.mapping;

import io.weir.contract.line.LineBounds;
import io.weir.gateway.intake.LineRoom;

/**
 * Bounds the lines of a message and each line: a record may repeat values of the message around it,
 * and each member the names of its parents. Belongs to one thread.
 */
final class RecordRoom {
    private final LineRoom ofMessage = new LineRoom();
    private long ofLine;

    /** Starts a message of this length. */
    void message(int bytes) {
        ofMessage.begin(bytes);
    }

    /** Starts a line of the message. */
    void line() {
        ofLine = LineBounds.MOST_LINE_BYTES;
    }

    /** Takes the room of bytes that are to be written, or returns the reason why there is none. */
    RecordError take(int bytes) {
        ofLine -= bytes;
        ofMessage.take(bytes);
        if (ofMessage.isUsedUp()) {
            return RecordError.LINES_TOO_LONG;
        }
        return ofLine < 0 ? RecordError.LINE_TOO_LONG : RecordError.NONE;
    }
}
