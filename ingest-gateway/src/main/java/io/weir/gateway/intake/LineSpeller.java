package io.weir.gateway.intake;

import io.weir.contract.line.Utf8;

/**
 * Spells lines of line protocol out of plain names and values in a {@link LineText}: a measurement, its tags, its fields, the line's
 * end.
 *
 * <p>What line protocol cannot spell is left out, and the call says false: a name that is empty or of nothing but backslashes, or
 * that has a newline; text that is not UTF-8; a number that is not finite. The line goes on without it, or is dropped. Allocates
 * nothing but for fractions with many decimals. Not thread-safe.
 */
public final class LineSpeller {
    private final LineText text;
    private int lineStart;
    private int partStart;
    private boolean hasFields;

    /** An empty buffer with room for {@code capacity} bytes before it grows. */
    public LineSpeller(int capacity) {
        text = new LineText(capacity);
    }

    /** The lines, valid up to {@link #length} and until the next change. */
    public byte[] array() {
        return text.bytes();
    }

    /** Number of bytes of the lines so far. */
    public int length() {
        return text.length();
    }

    /** Forgets everything; keeps the memory. */
    public void clear() {
        text.truncate(0);
        lineStart = 0;
        hasFields = false;
    }

    /** Forgets the line that was begun and not ended, if there is one. */
    public void dropLine() {
        text.truncate(lineStart);
        hasFields = false;
    }

    /** Begins a line. */
    public boolean measurement(byte[] name, int from, int to) {
        lineStart = text.length();
        hasFields = false;
        return name(NameSpelling.MEASUREMENT, name, from, to);
    }

    /** Begins a tag, before any field; its value follows. */
    public boolean tagKey(byte[] key, int from, int to) {
        return key(',', NameSpelling.TAG, key, from, to);
    }

    /** Ends a tag. */
    public boolean tagValue(byte[] value, int from, int to) {
        return name(NameSpelling.TAG, value, from, to) || undo();
    }

    /** Begins a field; its value follows. */
    public boolean fieldKey(byte[] key, int from, int to) {
        return key(hasFields ? ',' : ' ', NameSpelling.FIELD, key, from, to);
    }

    private boolean key(char before, NameSpelling spelling, byte[] key, int from, int to) {
        partStart = text.length();
        text.put(before);
        if (!name(spelling, key, from, to)) {
            return undo();
        }
        text.put('=');
        return true;
    }

    /** Ends a field with a float. */
    public boolean value(double number) {
        if (!Double.isFinite(number)) {
            return undo();
        }
        text.number(number);
        return endField();
    }

    /** Ends a field with a float of 32 bits: with no more digits than that has. */
    public boolean value(float number) {
        if (!Float.isFinite(number)) {
            return undo();
        }
        text.number(number);
        return endField();
    }

    /** Ends a field with an integer. */
    public boolean value(long number) {
        text.number(number);
        text.put('i');
        return endField();
    }

    /** Ends a field with a string, which may contain newlines. */
    public boolean text(byte[] utf8, int from, int to) {
        if (Utf8.firstInvalid(utf8, from, to) >= 0) {
            return undo();
        }
        text.quoted(utf8, from, to);
        return endField();
    }

    /** Ends a field with what is spelled already as line protocol wants it: a number, a boolean. */
    public boolean verbatim(byte[] value, int from, int to) {
        text.put(value, from, to);
        return endField();
    }

    /** Ends a field with an integer that is spelled already, by a sign perhaps and digits. */
    public boolean integer(byte[] digits, int from, int to) {
        text.put(digits, from, to);
        text.put('i');
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
        text.put('\n');
        lineStart = text.length();
        hasFields = false;
    }

    /** Ends a line that says its time, in the unit that the lines will be taken with. */
    public void endLine(long stamp) {
        text.put(' ');
        text.number(stamp);
        endLine();
    }

    /** Ends a line with a time that is spelled already: an integer. */
    public void endLine(byte[] stamp, int from, int to) {
        text.put(' ');
        text.put(stamp, from, to);
        endLine();
    }

    private boolean name(NameSpelling spelling, byte[] name, int from, int to) {
        return Utf8.firstInvalid(name, from, to) < 0 && text.name(spelling, name, from, to);
    }

    private boolean endField() {
        hasFields = true;
        return true;
    }

    private boolean undo() {
        text.truncate(partStart);
        return false;
    }
}
