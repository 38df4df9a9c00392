package io.weir.contract.line;

/**
 * Finds the ends of lines and values: at a newline, a carriage return before one, or the range's
 * end.
 */
final class LineEnds {
    private LineEnds() {}

    /** Whether a line that has reached {@code at} is complete. */
    static boolean endsLine(byte[] bytes, int at, int to) {
        if (at == to) {
            return true;
        }
        byte b = bytes[at];
        return b == '\n' || (b == '\r' && (at + 1 == to || bytes[at + 1] == '\n'));
    }

    /** Whether a value that has reached {@code at} is complete. */
    static boolean endsValue(byte[] bytes, int at, int to) {
        if (at == to) {
            return true;
        }
        byte b = bytes[at];
        return b == ' ' || b == ',' || endsLine(bytes, at, to);
    }

    /** The index after the unquoted value at {@code from}. */
    static int valueEnd(byte[] bytes, int from, int to) {
        int at = from;
        while (!endsValue(bytes, at, to)) {
            at++;
        }
        return at;
    }

    /** The index of the first newline, or {@code to}. */
    static int newline(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] != '\n') {
            at++;
        }
        return at;
    }

    /** The number of newlines in a range. */
    static int newlines(byte[] bytes, int from, int to) {
        int newlines = 0;
        for (int at = from; at < to; at++) {
            newlines += bytes[at] == '\n' ? 1 : 0;
        }
        return newlines;
    }

    /**
     * The index after spaces, tabs and NULs, which separate sections (NULs because C programs send
     * them).
     */
    static int skipBlanks(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == 0)) {
            at++;
        }
        return at;
    }

    /**
     * The index of the newline (or {@code to}) that ends a refused line which starts at
     * {@code from}.
     *
     * <p>Newlines in strings do not count, if each string closes where a value may end. Otherwise
     * the line's first newline ends it, because a lost quote would swallow the following valid
     * lines.
     */
    static int ofRefused(byte[] bytes, int from, int to) {
        boolean inFields = false;
        for (int at = from; at < to; at++) {
            byte b = bytes[at];
            boolean escaped = at > from && bytes[at - 1] == '\\';
            if (b == '\n') {
                return at;
            }
            if (b == ' ' && !escaped) {
                inFields = true;
            } else if (inFields && b == '=' && !escaped && at + 1 < to && bytes[at + 1] == '"') {
                int close = closingQuote(bytes, at + 2, to);
                if (close == to || !endsValue(bytes, close + 1, to)) {
                    return newline(bytes, at, to);
                }
                at = close;
            }
        }
        return to;
    }

    /** The index of the first unescaped quote, or {@code to}. */
    static int closingQuote(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] != '"') {
            at += bytes[at] == '\\' && at + 1 < to && (bytes[at + 1] == '"' || bytes[at + 1] == '\\') ? 2 : 1;
        }
        return Math.min(at, to);
    }
}
