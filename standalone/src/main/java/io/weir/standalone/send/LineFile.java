package io.weir.standalone.send;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import java.io.IOException;
import java.io.InputStream;

/**
 * Iterates over the lines of a stream of any length, of which it holds one piece. A string that
 * spans several physical lines belongs to one line. Skips blank lines and comments. For one thread.
 */
public final class LineFile {
    /** Called before each read, which may block: the callback sends lines that wait. */
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

    /** Advances to the next line, valid or not; false at the end. */
    public boolean next() throws IOException {
        while (true) {
            boolean found = line.next();
            if (found && (ended || isComplete())) {
                return true;
            }
            if (ended) {
                return false;
            }
            keep(found ? line.lineStart() : afterLastNewline());
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
            return true; // The buffer has no room for more, and the line exceeds a datagram.
        }
        // An open string may continue in unread bytes, unless it already exceeds a datagram.
        boolean isOpen =
                line.error() == LineError.UNTERMINATED_STRING && length - line.lineStart() < Wire.LONGEST_DATAGRAM;
        int end = line.lineEnd();
        boolean hasNewline = end < length && (piece[end] == '\n' || end + 1 < length);
        return hasNewline && !isOpen;
    }

    /** The start of a comment that may be incomplete. */
    private int afterLastNewline() {
        int at = length;
        while (at > 0 && piece[at - 1] != '\n') {
            at--;
        }
        return at == 0 && length == PIECE ? length : at;
    }

    /** Discards the bytes before {@code from}. */
    private void keep(int from) {
        for (int at = 0; at < from; at++) {
            newlinesBefore += piece[at] == '\n' ? 1 : 0;
        }
        length -= from;
        System.arraycopy(piece, from, piece, 0, length);
    }

    /** Appends the bytes that are available now. */
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
