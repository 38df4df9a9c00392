package io.weir.gateway.spool;

import java.io.IOException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A reading position in the log. Belongs to one thread. */
final class Cursor {
    /** Maximum number of frames skipped in one call, which bounds its duration. */
    private static final int MOST_SKIPPED = 4096;

    private final Log log;
    private long position;
    private int index = Segment.UNKNOWN;
    private @Nullable Frame shown;

    Cursor(Log log, long position) {
        this.log = log;
        this.position = position;
    }

    /** The position from which the next frame is searched. */
    long position() {
        return position;
    }

    /**
     * Returns the next wanted frame before a position and skips the others. Null if there is none,
     * or after many skipped frames: the position has then advanced, and the caller must ask again.
     */
    @Nullable
    Frame peek(long before, Predicate<Frame.Header> isWanted) throws IOException {
        for (int skipped = 0; shown == null && position < before && skipped < MOST_SKIPPED; skipped++) {
            Frame.Header header = log.next(position, index);
            if (header == null || header.start() >= before) {
                skipTo(before);
                return null;
            }
            Frame frame = isWanted.test(header) ? log.read(header) : null;
            if (frame == null) {
                pass(header);
            } else {
                position = header.start();
                shown = frame;
            }
        }
        return shown;
    }

    /** Moves past the result of {@link #peek}. */
    void take() {
        Frame frame = shown;
        if (frame != null) {
            pass(frame.header());
        }
    }

    private void pass(Frame.Header header) {
        position = header.end();
        index = header.index() + 1;
        shown = null;
    }

    /** Moves to this position, unless it is already further. */
    void skipTo(long to) {
        if (to > position) {
            position = to;
            index = Segment.UNKNOWN;
            shown = null;
        }
    }
}
