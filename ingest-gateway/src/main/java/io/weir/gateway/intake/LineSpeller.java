package io.weir.gateway.intake;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.contract.line.LineBuffer;
import io.weir.contract.line.Utf8;
import java.util.Arrays;

/**
 * A growing buffer in which a translator spells lines of line protocol out of plain names and values: a measurement, its tags, its
 * fields, the line's end. Escapes what has to be.
 *
 * <p>What line protocol cannot spell is left out, and the call says false: an empty name, one with a newline or with a backslash at
 * its end, text that is not UTF-8, a number that is not finite. The line goes on without it, or is dropped. Allocates nothing but for
 * numbers with a fraction. Not thread-safe.
 */
public final class LineSpeller {
    private static final int LONGEST_NUMBER = 24;
    /** Whole numbers below this are spelled by their digits, and are as exact as a double. */
    private static final double WHOLE_BELOW = 1e15;

    private byte[] bytes;
    private int length;
    private int lineStart;
    private int partStart;
    private boolean hasFields;

    /** An empty buffer with room for {@code capacity} bytes before it grows. */
    public LineSpeller(int capacity) {
        bytes = new byte[Math.max(capacity, 64)];
    }

    /** The lines, valid up to {@link #length} and until the next change. */
    public byte[] array() {
        return bytes;
    }

    /** Number of bytes of the lines so far. */
    public int length() {
        return length;
    }

    /** Forgets everything; keeps the memory. */
    public void clear() {
        length = 0;
        lineStart = 0;
        hasFields = false;
    }

    /** Forgets the line that was begun and not ended, if there is one. */
    public void dropLine() {
        length = lineStart;
        hasFields = false;
    }

    /** Begins a line. */
    public boolean measurement(byte[] name, int from, int to) {
        lineStart = length;
        partStart = length;
        hasFields = false;
        // At the start of a line, '#' is a comment's, and blanks are skipped.
        return isName(name, from, to) && name[from] != '#' && !isBlank(name[from]) && put(name, from, to, ", ");
    }

    /** Begins a tag, before any field; its value follows. */
    public boolean tagKey(byte[] key, int from, int to) {
        partStart = length;
        if (!isName(key, from, to)) {
            return false;
        }
        put(',');
        put(key, from, to, ",= ");
        return put('=');
    }

    /** Ends a tag. */
    public boolean tagValue(byte[] value, int from, int to) {
        return isName(value, from, to) ? put(value, from, to, ",= ") : undo();
    }

    /** Begins a field; its value follows. */
    public boolean fieldKey(byte[] key, int from, int to) {
        partStart = length;
        if (!isName(key, from, to) || isBlank(key[from])) {
            return false;
        }
        put(hasFields ? ',' : ' ');
        put(key, from, to, ",= ");
        return put('=');
    }

    /** Ends a field with a float. */
    public boolean value(double number) {
        if (!Double.isFinite(number)) {
            return undo();
        }
        if (Math.rint(number) == number && Math.abs(number) < WHOLE_BELOW) {
            put((long) number);
        } else {
            put(Double.toString(number));
        }
        return endField();
    }

    /** Ends a field with a float of 32 bits: with no more digits than that has. */
    public boolean value(float number) {
        if (!Float.isFinite(number) || Math.rint(number) == number) {
            return value((double) number);
        }
        put(Float.toString(number));
        return endField();
    }

    /** Ends a field with an integer. */
    public boolean value(long number) {
        put(number);
        put('i');
        return endField();
    }

    /** Ends a field with a string, which may contain newlines. */
    public boolean text(byte[] text, int from, int to) {
        if (Utf8.firstInvalid(text, from, to) >= 0) {
            return undo();
        }
        put('"');
        put(text, from, to, "\"\\");
        put('"');
        return endField();
    }

    /** Ends a field with what is spelled already as line protocol wants it: a number, a boolean. */
    public boolean verbatim(byte[] value, int from, int to) {
        put(value, from, to);
        return endField();
    }

    /** Ends a field with an integer that is spelled already, by a sign perhaps and digits. */
    public boolean integer(byte[] digits, int from, int to) {
        put(digits, from, to);
        put('i');
        return endField();
    }

    /** Whether the line has a field, without which it may not end. */
    public boolean hasFields() {
        return hasFields;
    }

    /** Ends a line that says no time. */
    public void endLine() {
        if (!hasFields) {
            throw new IllegalStateException("a line needs a field");
        }
        put('\n');
        lineStart = length;
        hasFields = false;
    }

    /** Ends a line that says its time, in the unit that the lines will be taken with. */
    public void endLine(long stamp) {
        put(' ');
        put(stamp);
        endLine();
    }

    /** Ends a line with a time that is spelled already: an integer. */
    public void endLine(byte[] stamp, int from, int to) {
        put(' ');
        put(stamp, from, to);
        endLine();
    }

    private static boolean isName(byte[] name, int from, int to) {
        if (from >= to || name[to - 1] == '\\') {
            return false;
        }
        for (int at = from; at < to; at++) {
            if (name[at] == '\n') {
                return false;
            }
        }
        return Utf8.firstInvalid(name, from, to) < 0;
    }

    /** What C programs leave between sections is skipped there, so no section can begin with it. */
    private static boolean isBlank(byte b) {
        return b == '\t' || b == 0;
    }

    private boolean endField() {
        hasFields = true;
        return true;
    }

    private boolean undo() {
        length = partStart;
        return false;
    }

    private void put(String ascii) {
        put(ascii.getBytes(US_ASCII), 0, ascii.length());
    }

    private void put(byte[] spelled, int from, int to) {
        reserve(to - from);
        System.arraycopy(spelled, from, bytes, length, to - from);
        length += to - from;
    }

    private void put(long number) {
        reserve(LONGEST_NUMBER);
        length = LineBuffer.writeLong(bytes, length, number);
    }

    private boolean put(char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
        return true;
    }

    private boolean put(byte[] text, int from, int to, String escaped) {
        reserve(2 * (to - from));
        for (int at = from; at < to; at++) {
            if (escaped.indexOf(text[at]) >= 0) {
                bytes[length++] = '\\';
            }
            bytes[length++] = text[at];
        }
        return true;
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
