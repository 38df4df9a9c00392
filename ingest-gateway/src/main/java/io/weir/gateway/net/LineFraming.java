package io.weir.gateway.net;

import java.util.Arrays;

/**
 * Splits the data of one connection into whole lines. A line that is too long is rejected once, and
 * reading continues after its newline. A line with quotes is passed on alone, so that an unclosed
 * string cannot swallow its neighbours. Allocates only until it has seen the longest unfinished
 * line. Not thread-safe.
 */
final class LineFraming {
    /** Receiver of the lines. */
    interface Lines {
        /** Whole lines, each with its newline. The last line of a connection may have none. */
        void lines(byte[] bytes, int from, int to);

        /** The start of a line that is too long. */
        void tooLong(byte[] bytes, int from, int to);

        /** The start of a line that the end of the connection cut off. */
        void unfinished(byte[] bytes, int from, int to);
    }

    private static final int SMALL = 256;

    private final int maxLineBytes;
    private final LineScan scan;
    private byte[] unfinished = new byte[SMALL];
    private int length;
    private boolean isSkipping;
    private int linesEnded;

    /**
     * A framing for one connection.
     *
     * @param maxLineBytes without the newline
     * @param hasStrings whether a string of line protocol may contain a newline
     */
    LineFraming(int maxLineBytes, boolean hasStrings) {
        this.maxLineBytes = maxLineBytes;
        this.scan = new LineScan(maxLineBytes, hasStrings);
    }

    /**
     * Copies the unfinished line to the front of {@code work}. Returns its length, at most one
     * line.
     */
    int unfinishedInto(byte[] work) {
        System.arraycopy(unfinished, 0, work, 0, length);
        return length;
    }

    /**
     * Consumes data that was read after the unfinished line; {@code to} is the end of both in
     * {@code work}.
     */
    void take(byte[] work, int to, Lines lines) {
        keep(work, cut(work, to, false, lines), to);
    }

    /** Whether lines are held back because they may be part of an open string. */
    boolean isHoldingBack() {
        return scan.isOpen();
    }

    /** Releases held-back lines: the string does not close. */
    void release(byte[] work, Lines lines) {
        int to = unfinishedInto(work);
        keep(work, cut(work, to, true, lines), to);
        scan.restart();
    }

    /**
     * Ends the connection. If the sender closed it, the rest is its last line. If it was cut off,
     * the rest is reported as unfinished, because half a value must not be read as a whole one.
     */
    void end(byte[] work, boolean isCutOff, Lines lines) {
        int to = unfinishedInto(work);
        int rest = cut(work, to, true, lines);
        if (isCutOff && rest < to) {
            lines.unfinished(work, rest, to);
        } else {
            pass(work, rest, to, lines);
        }
        length = 0;
        scan.restart();
    }

    /** Grows with each completed line, and so detects whether the same line is still held back. */
    int linesEnded() {
        return linesEnded;
    }

    /** Passes on whole lines. Returns the index after them. */
    private int cut(byte[] bytes, int to, boolean isLast, Lines lines) {
        int start = isSkipping ? skip(bytes, 0, to) : 0;
        int passed = start;
        while (start < to) {
            int newline = scan.end(bytes, start, to, isLast);
            if (newline == LineScan.UNDECIDED) {
                break;
            }
            boolean isAlone = scan.isQuoted();
            scan.restart();
            linesEnded++;
            if (newline == LineScan.TOO_LONG) {
                pass(bytes, passed, start, lines);
                lines.tooLong(bytes, start, start + maxLineBytes);
                start = skip(bytes, start + maxLineBytes, to);
                passed = start;
                continue;
            }
            if (isAlone) {
                pass(bytes, passed, start, lines);
                pass(bytes, start, newline + 1, lines);
                passed = newline + 1;
            }
            start = newline + 1;
        }
        pass(bytes, passed, start, lines);
        return start;
    }

    /** Index after the next newline, or {@code to} if it has not arrived. */
    private int skip(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] != '\n') {
            at++;
        }
        isSkipping = at == to;
        return isSkipping ? to : at + 1;
    }

    private void keep(byte[] work, int from, int to) {
        length = to - from;
        if (length > unfinished.length) {
            unfinished = Arrays.copyOf(unfinished, Math.max(length, Math.min(maxLineBytes, 2 * unfinished.length)));
        }
        System.arraycopy(work, from, unfinished, 0, length);
    }

    private static void pass(byte[] bytes, int from, int to, Lines lines) {
        if (from < to) {
            lines.lines(bytes, from, to);
        }
    }
}
