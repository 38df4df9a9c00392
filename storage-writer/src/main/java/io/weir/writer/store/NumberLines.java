package io.weir.writer.store;

import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesReader;
import java.util.Arrays;

/**
 * Canonical lines for a store of numbers, without their texts. Lines without texts are not copied.
 * Used by one thread.
 */
public final class NumberLines {
    /** The longest text that becomes a label, in bytes; names and tags have the same limit. */
    private static final int LONGEST_LABEL = 1024;

    private static final byte[] INFO = {'_', 'i', 'n', 'f', 'o', '=', '1'};

    private final Texts texts;
    private final LineReader reader = new LineReader();
    private final SeriesReader series = new SeriesReader();
    private byte[] source = {};
    private int from;
    private int to;
    private byte[] copy = new byte[1 << 12];
    private int length;
    private int skipped;

    /** @param texts what happens to texts */
    public NumberLines(Texts texts) {
        this.texts = texts;
    }

    /** Reads the lines at {@code [from, to)}. The results are valid until the next call. */
    public void read(byte[] bytes, int start, int end) {
        source = bytes;
        from = start;
        to = end;
        skipped = 0;
        if (hasQuote(bytes, start, end)) {
            rewrite(bytes, start, end);
            source = copy;
            from = 0;
            to = length;
        }
    }

    /** The array with the lines, perhaps the one that was read. */
    public byte[] bytes() {
        return source;
    }

    /** The index of the first line. */
    public int from() {
        return from;
    }

    /** The index after the last line. */
    public int to() {
        return to;
    }

    /** The number of texts that were left out. */
    public int skipped() {
        return skipped;
    }

    private static boolean hasQuote(byte[] bytes, int start, int end) {
        for (int at = start; at < end; at++) {
            if (bytes[at] == '"') {
                return true;
            }
        }
        return false;
    }

    private void rewrite(byte[] bytes, int start, int end) {
        length = 0;
        reader.wrap(bytes, start, end);
        while (reader.next()) {
            if (reader.error() != LineError.NONE) {
                continue;
            }
            if (!reader.hasString()) {
                append(reader.lineStart(), reader.lineEnd());
                append((byte) '\n');
                continue;
            }
            numbers();
            for (int i = 0; i < reader.fieldCount(); i++) {
                if (reader.fieldType(i) == FieldType.STRING && !(texts == Texts.INFO && info(i))) {
                    skipped++;
                }
            }
        }
    }

    /** The fields of the current line that are not texts. */
    private void numbers() {
        boolean isFirst = true;
        for (int i = 0; i < reader.fieldCount(); i++) {
            if (reader.fieldType(i) != FieldType.STRING) {
                if (isFirst) {
                    append(reader.seriesStart(), reader.seriesEnd());
                }
                append((byte) (isFirst ? ' ' : ','));
                append(reader.fieldKeyStart(i), reader.valueEnd(i));
                isFirst = false;
            }
        }
        if (!isFirst) {
            stamp();
        }
    }

    /** Appends a text's line; false if the text cannot be a label. */
    private boolean info(int field) {
        int began = length;
        append(reader.seriesStart(), reader.seriesEnd());
        append((byte) ',');
        append(reader.fieldKeyStart(field), reader.fieldKeyEnd(field));
        append((byte) '=');
        boolean isLabel = label(reader.valueStart(field) + 1, reader.valueEnd(field) - 1)
                // A tag may have the field's name, and a text may contain a carriage return.
                && series.read(copy, began, length) == LineError.NONE;
        if (!isLabel) {
            length = began;
            return false;
        }
        append((byte) ' ');
        append(reader.fieldKeyStart(field), reader.fieldKeyEnd(field));
        room(INFO.length);
        System.arraycopy(INFO, 0, copy, length, INFO.length);
        length += INFO.length;
        stamp();
        return true;
    }

    /** Appends a text as the value of a tag; false if tags cannot have it. */
    private boolean label(int start, int end) {
        byte[] bytes = reader.bytes();
        int began = length;
        byte last = ' ';
        for (int at = start; at < end; at++) {
            byte next = bytes[at];
            if (next == '\\' && (bytes[at + 1] == '"' || bytes[at + 1] == '\\')) {
                next = bytes[++at];
            }
            boolean isEscaped = next == ',' || next == '=' || next == ' ';
            // Readers disagree about a backslash before one of these.
            if (next == '\n' || (last == '\\' && (isEscaped || next == '\\'))) {
                return false;
            }
            if (isEscaped) {
                append((byte) '\\');
            }
            append(next);
            last = next;
        }
        return length > began && length - began <= LONGEST_LABEL && last != '\\';
    }

    private void stamp() {
        append(reader.fieldsEnd(), reader.lineEnd());
        append((byte) '\n');
    }

    private void append(int start, int end) {
        room(end - start);
        System.arraycopy(reader.bytes(), start, copy, length, end - start);
        length += end - start;
    }

    private void append(byte one) {
        room(1);
        copy[length++] = one;
    }

    private void room(int more) {
        if (length + more > copy.length) {
            copy = Arrays.copyOf(copy, Math.max(length + more, 2 * copy.length));
        }
    }
}
