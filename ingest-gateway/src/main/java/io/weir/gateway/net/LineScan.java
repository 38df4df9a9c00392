package io.weir.gateway.net;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds the end of a line in a stream, by the rules of {@link io.weir.contract.line.LineReader}: at
 * the first newline outside a string. If a string never closes, or closes where no value may end,
 * the line ends at its first newline, so that a lost quote damages only its own line. Resumes when
 * more data arrives. The result depends on the stream, never on its division into reads. Not
 * thread-safe.
 */
final class LineScan {
    /** More data is needed. */
    static final int UNDECIDED = -1;
    /** The line is longer than allowed. */
    static final int TOO_LONG = -2;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = ONES << 7;
    private static final long NEWLINES = ONES * '\n';
    private static final long QUOTES = ONES * '"';
    private static final int NONE = -1;

    private final int maxLineBytes;
    private final boolean hasStrings;
    // Offsets from the start of the line, whose index may change between calls.
    private int scanned;
    private int seriesAt;
    private int searchedForFields;
    private int firstNewlineOfString;
    private boolean isQuoted;
    private boolean isInFields;
    private boolean isInString;
    private boolean stringsDoNotCount;

    /**
     * A scan before its first line.
     *
     * @param maxLineBytes without the newline
     * @param hasStrings whether strings may contain a newline; without, every newline ends a line
     */
    LineScan(int maxLineBytes, boolean hasStrings) {
        this.maxLineBytes = maxLineBytes;
        this.hasStrings = hasStrings;
        restart();
    }

    /** Call this before the first byte of another line. */
    void restart() {
        scanned = 0;
        seriesAt = NONE;
        searchedForFields = 0;
        firstNewlineOfString = NONE;
        isQuoted = false;
        isInFields = false;
        isInString = false;
        stringsDoNotCount = false;
    }

    /** Whether the line contains a double quote, so that following lines may seem part of it. */
    boolean isQuoted() {
        return isQuoted;
    }

    /** Whether a newline was found that may belong to a string or end the line. */
    boolean isOpen() {
        return firstNewlineOfString != NONE;
    }

    /**
     * Returns the index of the newline that ends the line, {@link #UNDECIDED} or {@link #TOO_LONG}.
     *
     * @param start index of the line's first byte
     * @param to index after the last available byte
     * @param isLast whether no data follows {@code to}
     */
    int end(byte[] bytes, int start, int to, boolean isLast) {
        int limit = Math.min(to, start + maxLineBytes + 1);
        boolean isFull = limit == start + maxLineBytes + 1;
        int at = start + scanned;
        while (true) {
            if (isInString) {
                at = closingQuote(bytes, start, at, limit, isFull || isLast);
                if (at == limit || bytes[at] != '"' || !isDecided(bytes, at + 1, limit, isLast && !isFull)) {
                    return stop(start, at, isFull, isLast);
                }
                boolean closes = at + 1 == limit || endsValue(bytes, at + 1, limit);
                if (!closes && isOpen()) {
                    return start + firstNewlineOfString;
                }
                stringsDoNotCount = !closes;
                firstNewlineOfString = NONE;
                isInString = false;
                at++;
            }
            at = newlineOrQuote(bytes, at, limit);
            if (at == limit) {
                return stop(start, at, isFull, isLast);
            }
            if (bytes[at] == '\n') {
                return at;
            }
            isQuoted = hasStrings;
            isInString = hasStrings && !stringsDoNotCount && opensString(bytes, start, at);
            at++;
        }
    }

    private int stop(int start, int at, boolean isFull, boolean isLast) {
        scanned = at - start;
        if (isOpen() && (isFull || isLast)) {
            return start + firstNewlineOfString;
        }
        return isFull ? TOO_LONG : UNDECIDED;
    }

    /** Index of the quote that closes the string; without one, the index at which to resume. */
    private int closingQuote(byte[] bytes, int start, int from, int limit, boolean isAll) {
        int at = from;
        while (at < limit && bytes[at] != '"') {
            if (bytes[at] == '\\') {
                if (at + 1 == limit && !isAll) {
                    return at;
                }
                at += at + 1 < limit && (bytes[at + 1] == '"' || bytes[at + 1] == '\\') ? 2 : 1;
            } else {
                if (bytes[at] == '\n' && !isOpen()) {
                    firstNewlineOfString = at - start;
                }
                at++;
            }
        }
        return at;
    }

    /** Whether enough bytes are available to decide if a value ends at {@code at}. */
    private static boolean isDecided(byte[] bytes, int at, int limit, boolean isAll) {
        return isAll || (at < limit && (bytes[at] != '\r' || at + 1 < limit));
    }

    private static boolean endsValue(byte[] bytes, int at, int limit) {
        byte b = bytes[at];
        return b == ' ' || b == ',' || b == '\n' || (b == '\r' && (at + 1 == limit || bytes[at + 1] == '\n'));
    }

    /** Whether the quote follows an equals sign in the field section; a comment has no fields. */
    private boolean opensString(byte[] bytes, int start, int quote) {
        if (seriesAt == NONE) {
            int at = start;
            while (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == 0) {
                at++;
            }
            seriesAt = at - start;
            searchedForFields = seriesAt;
            stringsDoNotCount = bytes[at] == '#';
        }
        int series = start + seriesAt;
        for (int at = start + searchedForFields; at < quote && !isInFields; at++) {
            isInFields = bytes[at] == ' ' && (at == series || bytes[at - 1] != '\\');
        }
        searchedForFields = quote - start;
        return isInFields
                && !stringsDoNotCount
                && bytes[quote - 1] == '='
                && (quote - 1 == series || bytes[quote - 2] != '\\');
    }

    /**
     * Compares eight bytes at a time: most lines have no quote, and one newline in a hundred bytes.
     */
    private static int newlineOrQuote(byte[] bytes, int from, int limit) {
        int at = from;
        while (at + Long.BYTES <= limit) {
            long eight = (long) LONGS.get(bytes, at);
            long newlines = eight ^ NEWLINES;
            long quotes = eight ^ QUOTES;
            long found = (((newlines - ONES) & ~newlines) | ((quotes - ONES) & ~quotes)) & HIGH_BITS;
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
            at += Long.BYTES;
        }
        while (at < limit && bytes[at] != '\n' && bytes[at] != '"') {
            at++;
        }
        return at;
    }
}
