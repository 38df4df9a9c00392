package io.weir.gateway.limit;

import io.weir.contract.line.LineReader;

/**
 * Counts the lines of a datagram that is dropped: as many as the reader would have found. Belongs
 * to one thread.
 */
public final class LineCount {
    private final LineReader reader = new LineReader();

    /** Number of lines, without blank lines and comments. */
    public int of(byte[] bytes, int from, int to) {
        int lines = 0;
        int at = from;
        while (at < to) {
            boolean isBlank = true;
            boolean isComment = false;
            for (; at < to && bytes[at] != '\n'; at++) {
                byte b = bytes[at];
                if (b == '"') {
                    return ofStrings(bytes, from, to);
                }
                if (isBlank && b != ' ' && b != '\t' && b != 0 && !endsLine(bytes, at, to)) {
                    isBlank = false;
                    isComment = b == '#';
                }
            }
            lines += isBlank || isComment ? 0 : 1;
            at++;
        }
        return lines;
    }

    /** Number of non-empty sections between line feeds. Ignores all other syntax. */
    public static int ofUnread(byte[] bytes, int from, int to) {
        int lines = 0;
        boolean isInLine = false;
        for (int at = from; at < to; at++) {
            boolean isBehindFeed = !isInLine;
            isInLine = bytes[at] != '\n';
            lines += isInLine && isBehindFeed ? 1 : 0;
        }
        return lines;
    }

    private static boolean endsLine(byte[] bytes, int at, int to) {
        return bytes[at] == '\r' && (at + 1 == to || bytes[at + 1] == '\n');
    }

    /** Counts with the reader, because a string may contain line feeds. */
    private int ofStrings(byte[] bytes, int from, int to) {
        int lines = 0;
        reader.wrap(bytes, from, to);
        while (reader.next()) {
            lines++;
        }
        return lines;
    }
}
