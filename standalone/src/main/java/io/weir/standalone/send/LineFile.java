package io.weir.standalone.send;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import java.io.IOException;
import java.io.InputStream;

/**
 * Goes through the lines of a stream of any length, holding a piece of it; a string that goes over several lines is in one of them.
 * Blank lines and comments are passed over. For one thread.
 */
public final class LineFile {
    /** What waits must not be kept waiting while a slow stream is read. */
    public interface BeforeReading {
        void run() throws IOException;
    }

    private static final int PIECE = 1 << 20;

    private final InputStream in;
    private final BeforeReading beforeReading;
    private final LineReader line = new LineReader();
    private final byte[] piece = new byte[PIECE];
    private int length;
    private long newlinesBefore;
    private boolean ended;

    public LineFile(InputStream in, BeforeReading beforeReading) {
        this.in = in;
        this.beforeReading = beforeReading;
        line.wrap(piece, 0, 0);
    }

    /** Goes to the next line, good or bad; false at the end. */
    public boolean next() throws IOException {
        while (true) {
            boolean found = line.next();
            if (found && (ended || isComplete())) {
                return true;
            }
            if (ended) {
                return false;
            }
            keep(found ? line.lineStart() : behindLastNewline());
            readOn();
        }
    }

    /** The current line, until {@link #next}. */
    public LineReader line() {
        return line;
    }

    /** Number of the current line's first physical line in the stream, from 1. */
    public long lineNumber() {
        return newlinesBefore + line.lineNumber();
    }

    private boolean isComplete() {
        if (line.lineStart() == 0 && length == PIECE) {
            return true; // There is no room to see more of it, nor would it go into any datagram.
        }
        // A string that is open here may go on in what was not read yet, unless it is too long for a datagram already.
        boolean isOpen =
                line.error() == LineError.UNTERMINATED_STRING && length - line.lineStart() < Wire.LONGEST_DATAGRAM;
        int end = line.lineEnd();
        boolean hasNewline = end < length && (piece[end] == '\n' || end + 1 < length);
        return hasNewline && !isOpen;
    }

    /** Where a comment begins that may not be all there. */
    private int behindLastNewline() {
        int at = length;
        while (at > 0 && piece[at - 1] != '\n') {
            at--;
        }
        return at == 0 && length == PIECE ? length : at;
    }

    /** Forgets what is before {@code from}. */
    private void keep(int from) {
        for (int at = 0; at < from; at++) {
            newlinesBefore += piece[at] == '\n' ? 1 : 0;
        }
        length -= from;
        System.arraycopy(piece, from, piece, 0, length);
    }

    /** Adds what can be read now. */
    private void readOn() throws IOException {
        beforeReading.run();
        int more = in.read(piece, length, PIECE - length);
        if (more < 0) {
            ended = true;
        } else {
            length += more;
        }
        line.wrap(piece, 0, length);
    }
}
