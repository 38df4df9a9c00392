package io.weir.contract.line;

/** Where lines and values end: at a newline, a carriage return before one, or the range's end. */
final class LineEnds {
    private LineEnds() {}

    /** True if a line that has come to {@code at} is complete. */
    static boolean endsLine(byte[] bytes, int at, int to) {
        if (at == to) {
            return true;
        }
        byte b = bytes[at];
        return b == '\n' || (b == '\r' && (at + 1 == to || bytes[at + 1] == '\n'));
    }

    /** True if a value that has come to {@code at} is complete. */
    static boolean endsValue(byte[] bytes, int at, int to) {
        if (at == to) {
            return true;
        }
        byte b = bytes[at];
        return b == ' ' || b == ',' || endsLine(bytes, at, to);
    }

    /** Index behind the unquoted value at {@code from}. */
    static int valueEnd(byte[] bytes, int from, int to) {
        int at = from;
        while (!endsValue(bytes, at, to)) {
            at++;
        }
        return at;
    }

    /** Index of the first newline, or {@code to}. */
    static int newline(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] != '\n') {
            at++;
        }
        return at;
    }

    /** Number of newlines in a range. */
    static int newlines(byte[] bytes, int from, int to) {
        int newlines = 0;
        for (int at = from; at < to; at++) {
            newlines += bytes[at] == '\n' ? 1 : 0;
        }
        return newlines;
    }

    /** Index behind spaces, tabs and NULs, which separate sections (NULs because C programs send them). */
    static int skipBlanks(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == 0)) {
            at++;
        }
        return at;
    }

    /**
     * Index of the newline (or {@code to}) that ends a refused line which starts at {@code from}.
     *
     * <p>Newlines in strings do not count, as long as each string closes where a value may end; otherwise a lost quote
     * would swallow good neighbours, and the line's first newline is taken.
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

    /** Index of the first quote that no backslash escapes, or {@code to}. */
    static int closingQuote(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] != '"') {
            at += bytes[at] == '\\' && at + 1 < to && (bytes[at + 1] == '"' || bytes[at + 1] == '\\') ? 2 : 1;
        }
        return Math.min(at, to);
    }
}
