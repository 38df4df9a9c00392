package io.weir.writer.store.archive;

import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineReader;
import io.weir.parquet.TextPool;
import java.util.Arrays;

/** The values of one field that have one type, in the order of their rows. Used by one thread. */
final class FieldBuffer {
    private static final int FIRST = 8;
    /** Of 2^64, odd: its multiples are spread evenly. */
    private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

    private final String name;
    private final FieldType type;
    private final TextPool pool = new TextPool();
    private int[] rows = new int[FIRST];
    private long[] bits;
    private int[] texts;
    private int count;
    private byte[] unescaped = {};

    FieldBuffer(String name, FieldType type) {
        this.name = name;
        this.type = type;
        boolean isText = type == FieldType.STRING;
        bits = new long[isText ? 0 : FIRST];
        texts = new int[isText ? FIRST : 0];
    }

    String name() {
        return name;
    }

    FieldType type() {
        return type;
    }

    /** Adds the value of a line's field; of two in one row, the last remains. Rows must ascend. */
    void add(int row, LineReader line, int field) {
        if (count > 0 && rows[count - 1] == row) {
            count--;
        } else if (count == rows.length) {
            grow();
        }
        rows[count] = row;
        if (type == FieldType.STRING) {
            texts[count] = text(line.bytes(), line.valueStart(field) + 1, line.valueEnd(field) - 1);
        } else {
            bits[count] = number(line, field);
        }
        count++;
    }

    /**
     * Adds the values of another buffer, after those that are here.
     *
     * @param firstRow the row of the other's row 0
     */
    void addAll(FieldBuffer other, int firstRow) {
        for (int value = 0; value < other.count; value++) {
            if (count == rows.length) {
                grow();
            }
            rows[count] = firstRow + other.rows[value];
            if (type == FieldType.STRING) {
                int text = other.texts[value];
                texts[count] = pool.numberOf(other.pool.bytes(), other.pool.start(text), other.pool.end(text));
            } else {
                bits[count] = other.bits[value];
            }
            count++;
        }
    }

    /** Whether two rows have the same value, or both none. */
    boolean isSame(int one, int other) {
        int first = Arrays.binarySearch(rows, 0, count, one);
        int second = Arrays.binarySearch(rows, 0, count, other);
        if (first < 0 || second < 0) {
            return first < 0 && second < 0;
        }
        return type == FieldType.STRING ? texts[first] == texts[second] : bits[first] == bits[second];
    }

    /** Mixes each value into the hash of its row. */
    void addTo(int[] hashes) {
        for (int value = 0; value < count; value++) {
            int row = rows[value];
            // Whole floats differ in their upper bits only.
            int hash = Long.hashCode(type == FieldType.STRING ? texts[value] : bits[value]);
            hashes[row] = (int) (((31L * hashes[row] + name.hashCode() + hash) * GOLDEN_RATIO) >>> Integer.SIZE);
        }
    }

    int count() {
        return count;
    }

    /** The row of a value. */
    int row(int value) {
        return rows[value];
    }

    /** Numbers and booleans, as Parquet's columns have them. */
    long bits(int value) {
        return bits[value];
    }

    /** A text's number in the {@link #pool}. */
    int text(int value) {
        return texts[value];
    }

    TextPool pool() {
        return pool;
    }

    /** The memory in use, about. */
    long memory() {
        return rows.length * (long) (Integer.BYTES + (type == FieldType.STRING ? Integer.BYTES : Long.BYTES))
                + pool.memory();
    }

    private static long number(LineReader line, int field) {
        return switch (line.fieldType(field)) {
            case FLOAT -> Double.doubleToRawLongBits(line.doubleValue(field));
            case BOOLEAN -> line.booleanValue(field) ? 1 : 0;
            case INTEGER, UNSIGNED -> line.longValue(field);
            case STRING -> throw new IllegalStateException("a text is no number");
        };
    }

    /** The number of a quoted text, in which a backslash escapes a quote and a backslash. */
    private int text(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] != '\\') {
            at++;
        }
        if (at == to) {
            return pool.numberOf(bytes, from, to);
        }
        if (unescaped.length < to - from) {
            unescaped = new byte[2 * (to - from)];
        }
        int length = 0;
        for (at = from; at < to; at++) {
            boolean isEscape = bytes[at] == '\\' && at + 1 < to && (bytes[at + 1] == '"' || bytes[at + 1] == '\\');
            at += isEscape ? 1 : 0;
            unescaped[length++] = bytes[at];
        }
        return pool.numberOf(unescaped, 0, length);
    }

    private void grow() {
        rows = Arrays.copyOf(rows, 2 * count);
        if (type == FieldType.STRING) {
            texts = Arrays.copyOf(texts, 2 * count);
        } else {
            bits = Arrays.copyOf(bits, 2 * count);
        }
    }
}
