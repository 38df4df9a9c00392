package io.weir.contract.line;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;

/**
 * Reads an array, which line protocol carries as a string: a JSON array (RFC 8259) of numbers,
 * booleans or texts, such as {@code "[1.5,2]"} or {@code "[\"a\",\"b\"]"}. Arrays in arrays, objects and
 * {@code null} are refused. Allocates nothing; not thread-safe.
 */
public final class ArrayReader {
    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};

    private byte[] bytes = {};
    private int to;
    private int cursor;
    private int count;
    private boolean isClosed;
    private int errorAt;
    private Kind kind = Kind.NUMBER;
    private int start;
    private int end;
    private boolean isWhole;

    /** The kind of an element. */
    public enum Kind {
        NUMBER,
        BOOLEAN,
        TEXT
    }

    /**
     * Sets the string to read, {@code bytes[from, to)}: without its quotes, with its escapes. Retains
     * the array.
     */
    public void wrap(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.to = to;
        count = 0;
        isClosed = false;
        errorAt = -1;
        cursor = skipBlanks(from);
        if (cursor < to && bytes[cursor] == '[') {
            cursor++;
        } else {
            refuse(cursor);
        }
    }

    /**
     * Reads the next element.
     *
     * @return false at the array's end and if it {@link #isRefused}
     */
    public boolean next() {
        if (isClosed || isRefused()) {
            return false;
        }
        int at = skipBlanks(cursor);
        if (isAt(']', at)) {
            close(at + 1);
            return false;
        }
        if (count > 0) {
            if (!isAt(',', at)) {
                refuse(at);
                return false;
            }
            at = skipBlanks(at + 1);
        }
        start = at;
        end = element(at);
        cursor = end;
        count++;
        return !isRefused();
    }

    /** Whether the string is not an array that can be read; known when {@link #next} was false. */
    public boolean isRefused() {
        return errorAt >= 0;
    }

    /** The index of the byte for which the string is refused. */
    public int errorAt() {
        return errorAt;
    }

    /** The number of elements read. */
    public int count() {
        return count;
    }

    /** The kind of the element; like its place, valid after {@link #next} was true. */
    public Kind kind() {
        return kind;
    }

    /** The index of the element's first byte, for a text of its escaped quote. */
    public int start() {
        return start;
    }

    /** The index after the element. */
    public int end() {
        return end;
    }

    /** Whether a number has neither fraction nor exponent. */
    public boolean isWhole() {
        return isWhole;
    }

    /**
     * Whether a number that {@link #isWhole} is in a range.
     *
     * @param least zero or negative
     * @param most an unsigned number
     */
    public boolean isWithin(long least, long most) {
        boolean isNegative = bytes[start] == '-';
        return Integers.fits(bytes, isNegative ? start + 1 : start, end, isNegative ? -least : most);
    }

    /** The double nearest to a number; infinite beyond the range of doubles. */
    public double number() {
        return JavaDoubleParser.parseDouble(bytes, start, end - start);
    }

    private void close(int at) {
        isClosed = true;
        int rest = skipBlanks(at);
        if (rest < to) {
            refuse(rest);
        }
    }

    /** Returns the index after the element at {@code at}. */
    private int element(int at) {
        if (at == to) {
            return refuse(at);
        }
        switch (bytes[at]) {
            case '\\' -> {
                kind = Kind.TEXT;
                return text(at);
            }
            case 't' -> {
                kind = Kind.BOOLEAN;
                return word(TRUE, at);
            }
            case 'f' -> {
                kind = Kind.BOOLEAN;
                return word(FALSE, at);
            }
            default -> {
                kind = Kind.NUMBER;
                return number(at);
            }
        }
    }

    private int number(int at) {
        int whole = bytes[at] == '-' ? at + 1 : at;
        int next = skipDigits(whole);
        boolean hasLeadingZero = next > whole + 1 && bytes[whole] == '0';
        if (next == whole || hasLeadingZero) {
            return refuse(whole);
        }
        isWhole = true;
        if (isAt('.', next)) {
            isWhole = false;
            int fraction = next + 1;
            next = skipDigits(fraction);
            if (next == fraction) {
                return refuse(next);
            }
        }
        if (isAt('e', next) || isAt('E', next)) {
            isWhole = false;
            next++;
            int exponent = isAt('-', next) || isAt('+', next) ? next + 1 : next;
            next = skipDigits(exponent);
            if (next == exponent) {
                return refuse(next);
            }
        }
        return next;
    }

    private int word(byte[] word, int at) {
        for (int i = 0; i < word.length; i++) {
            if (at + i == to || bytes[at + i] != word[i]) {
                return refuse(at);
            }
        }
        return at + word.length;
    }

    private int text(int at) {
        if (unescaped(at) != '"') {
            return refuse(at);
        }
        int next = at + 2;
        while (next < to) {
            int c = unescaped(next);
            if (c == '"') {
                return next + 2;
            }
            if (c >= 0 && c < ' ') {
                return refuse(next);
            }
            int after = next + width(next);
            next = c == '\\' ? skipEscape(after) : after;
            if (isRefused()) {
                return next;
            }
        }
        return refuse(to);
    }

    /** Returns the index after the part of a JSON escape that follows its backslash. */
    private int skipEscape(int at) {
        if (at >= to) {
            return refuse(to);
        }
        return switch (unescaped(at)) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at + width(at);
            case 'u' -> skipCode(at + 1);
            default -> refuse(at);
        };
    }

    /** Four hexadecimal digits. */
    private int skipCode(int at) {
        for (int i = at; i < at + 4; i++) {
            if (i >= to || Character.digit(bytes[i], 16) < 0) {
                return refuse(at - 1);
            }
        }
        return at + 4;
    }

    /** The byte that line protocol spells at {@code at}. */
    private byte unescaped(int at) {
        return bytes[at + width(at) - 1];
    }

    /** The number of bytes that line protocol needs for the byte that it spells at {@code at}. */
    private int width(int at) {
        boolean isEscape = bytes[at] == '\\' && at + 1 < to && (bytes[at + 1] == '"' || bytes[at + 1] == '\\');
        return isEscape ? 2 : 1;
    }

    private boolean isAt(char c, int at) {
        return at < to && bytes[at] == c;
    }

    private int skipDigits(int from) {
        int at = from;
        while (at < to && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        return at;
    }

    private int skipBlanks(int from) {
        int at = from;
        while (at < to && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\n' || bytes[at] == '\r')) {
            at++;
        }
        return at;
    }

    private int refuse(int at) {
        errorAt = at;
        return at;
    }
}
