package io.weir.gateway.spool;

import java.io.IOException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A place in the log up to which it was read. Belongs to one thread. */
final class Cursor {
    /** Frames that are passed over at once, so that nobody waits long for those that are not. */
    private static final int MOST_SKIPPED = 4096;

    private final Log log;
    private long position;
    private int index = Segment.UNKNOWN;
    private @Nullable Frame shown;

    Cursor(Log log, long position) {
        this.log = log;
        this.position = position;
    }

    /** Where the next frame begins, or is to be looked for. */
    long position() {
        return position;
    }

    /**
     * The next frame that is wanted before a position; the others are passed over. Null if there is none, or if there are many others:
     * then the position has grown, and it is to be asked again.
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

    /** Passes over what {@link #peek} showed. */
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

    /** Passes over everything before this position. */
    void skipTo(long to) {
        if (to > position) {
            position = to;
            index = Segment.UNKNOWN;
            shown = null;
        }
    }
}
