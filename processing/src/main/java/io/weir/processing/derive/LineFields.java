package io.weir.processing.derive;

import io.weir.processing.batch.Metrics;
import java.util.Arrays;

/**
 * Looks up the fields of one line by number. Reused for each line without being cleared. Not
 * thread-safe.
 */
final class LineFields {

    private int[] fields = new int[64];
    private long[] lines = new long[64];
    private long line;

    /** Starts the look-up for the fields of a metric. */
    void begin(Metrics batch, int metric) {
        line++;
        for (int field = batch.firstField(metric); field != Metrics.NONE; field = batch.nextField(field)) {
            add(batch.fieldNumber(field), field);
        }
    }

    /** Adds a field to the line. */
    void add(int number, int field) {
        if (number < 0) {
            return;
        }
        if (number >= fields.length) {
            int length = Math.max(number + 1, fields.length * 2);
            fields = Arrays.copyOf(fields, length);
            lines = Arrays.copyOf(lines, length);
        }
        fields[number] = field;
        lines[number] = line;
    }

    /** The field with this number; {@link Metrics#NONE} if the line has none. */
    int field(int number) {
        return number >= 0 && number < lines.length && lines[number] == line ? fields[number] : Metrics.NONE;
    }
}
