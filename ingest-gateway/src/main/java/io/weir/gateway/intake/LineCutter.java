package io.weir.gateway.intake;

import java.util.Arrays;

/**
 * Cuts a stream of bytes into lines, which end at a newline. Retains an unfinished line up to a
 * limit; a longer one is reported once and skipped. Not thread-safe.
 */
public final class LineCutter {
    private static final int SMALL = 256;

    private final int maxBytes;
    private byte[] unfinished = new byte[SMALL];
    private int length;
    private boolean isSkipping;

    /** Receives the lines. */
    public interface Lines {
        /**
         * Called with a line, without its newline.
         *
         * @param end index after the newline in the bytes that were handed over
         */
        void line(byte[] bytes, int from, int to, int end);

        /** Called with the start of a line that is too long. */
        void tooLong(byte[] bytes, int from, int to);
    }

    /** {@code maxBytes} of a line without its newline. */
    public LineCutter(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Takes the next bytes of the stream; the caller may reuse them afterwards. */
    public void take(byte[] bytes, int from, int to, Lines lines) {
        int start = from;
        for (int at = from; at < to; at++) {
            if (bytes[at] == '\n') {
                end(bytes, start, at, lines);
                start = at + 1;
            }
        }
        keep(bytes, start, to, lines);
    }

    private void end(byte[] bytes, int from, int to, Lines lines) {
        if (isSkipping) {
            isSkipping = false;
        } else if (length > 0) {
            keep(bytes, from, to, lines);
            if (isSkipping) {
                isSkipping = false;
            } else {
                int all = length;
                length = 0;
                lines.line(unfinished, 0, all, to + 1);
            }
        } else if (to - from > maxBytes) {
            lines.tooLong(bytes, from, from + maxBytes);
        } else {
            lines.line(bytes, from, to, to + 1);
        }
    }

    private void keep(byte[] bytes, int from, int to, Lines lines) {
        if (isSkipping || from == to) {
            return;
        }
        int taken = Math.min(to - from, maxBytes - length);
        if (length + taken > unfinished.length) {
            unfinished = Arrays.copyOf(unfinished, Math.max(length + taken, 2 * unfinished.length));
        }
        System.arraycopy(bytes, from, unfinished, length, taken);
        length += taken;
        if (taken < to - from) {
            lines.tooLong(unfinished, 0, length);
            length = 0;
            isSkipping = true;
        }
    }

    /** Whether there is a line without its newline. */
    public boolean hasUnfinished() {
        return length > 0;
    }

    /** Whether the rest of a line is skipped. */
    public boolean isSkipping() {
        return isSkipping;
    }

    /** Skips everything up to the next newline. */
    public void skip() {
        length = 0;
        isSkipping = true;
    }

    /** Ends the stream with a last line that has no newline. */
    public void finish(Lines lines) {
        int all = length;
        restart();
        if (all > 0) {
            lines.line(unfinished, 0, all, 0);
        }
    }

    /** Forgets the unfinished line: another stream starts. */
    public void restart() {
        length = 0;
        isSkipping = false;
    }
}
