package io.weir.gateway.intake.spelling;

import io.weir.contract.line.Utf8;

/**
 * Writes line protocol from plain names and values into a {@link LineText}: measurement, tags,
 * fields, line end.
 *
 * <p>Names and values that line protocol cannot express are omitted, and the call returns false: a
 * name that is empty, contains a newline or consists of backslashes only; text that is not UTF-8; a
 * number that is not finite. The caller continues the line without them or drops it. Allocates only
 * for fractions with many decimals. Not thread-safe.
 */
public final class LineSpeller {
    private final LineText text;
    private int lineStart;
    private int partStart;
    private boolean hasFields;

    /** An empty buffer with an initial capacity of {@code capacity} bytes. */
    public LineSpeller(int capacity) {
        text = new LineText(capacity);
    }

    /** The buffer itself, valid up to {@link #length} and until the next change. */
    public byte[] array() {
        return text.bytes();
    }

    /** Length of the lines so far, in bytes. */
    public int length() {
        return text.length();
    }

    /** Discards everything, and the memory of unusually long lines. */
    public void clear() {
        text.clear();
        lineStart = 0;
        hasFields = false;
    }

    /** Discards everything after the first {@code length} bytes, which must end with a line. */
    public void truncate(int length) {
        text.truncate(length);
        lineStart = length;
        hasFields = false;
    }

    /** Discards the unfinished line, if there is one. */
    public void dropLine() {
        text.truncate(lineStart);
        hasFields = false;
    }

    /** Starts a line. */
    public boolean measurement(byte[] name, int from, int to) {
        lineStart = text.length();
        hasFields = false;
        return name(NameSpelling.MEASUREMENT, name, from, to);
    }

    /** Starts a line with an earlier spelling of it, up to the value of its first field. */
    public void begun(byte[] line) {
        begun(line, 0, line.length);
    }

    /** Starts a line by a part of it that was spelled before. */
    public void begun(byte[] bytes, int from, int to) {
        lineStart = text.length();
        hasFields = false;
        text.put(bytes, from, to);
    }

    /** Starts a tag, before any field; its value follows. */
    public boolean tagKey(byte[] key, int from, int to) {
        return key(',', NameSpelling.TAG, key, from, to);
    }

    /** Ends a tag. */
    public boolean tagValue(byte[] value, int from, int to) {
        return name(NameSpelling.TAG, value, from, to) || undo();
    }

    /** Starts a field; its value follows. */
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

    /** Ends a field with a 32-bit float, written with no more digits than 32 bits need. */
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

    /** Ends a field with a value that is already in line protocol syntax: a number or a boolean. */
    public boolean verbatim(byte[] value, int from, int to) {
        text.put(value, from, to);
        return endField();
    }

    /** Ends a field with an integer that is already text: an optional sign and digits. */
    public boolean integer(byte[] digits, int from, int to) {
        text.put(digits, from, to);
        text.put('i');
        return endField();
    }

    /** Whether the line has a field. A line without one must not end. */
    public boolean hasFields() {
        return hasFields;
    }

    /** Ends a line without a timestamp. */
    public void endLine() {
        if (!hasFields) {
            throw new IllegalStateException("a line needs a field");
        }
        text.put('\n');
        lineStart = text.length();
        hasFields = false;
    }

    /** Ends a line with a timestamp, in the unit in which the intake will read the lines. */
    public void endLine(long stamp) {
        text.put(' ');
        text.number(stamp);
        endLine();
    }

    /** Ends a line with a timestamp that is already text: an integer. */
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
