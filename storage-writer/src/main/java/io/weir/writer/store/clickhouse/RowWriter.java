package io.weir.writer.store.clickhouse;

import io.weir.contract.line.ArrayReader;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesReader;
import org.jspecify.annotations.Nullable;

/** Encodes lines as rows in the format RowBinary. Used by one thread. */
final class RowWriter {
    private final ArrayReader array = new ArrayReader();

    /**
     * Appends the row of a line.
     *
     * @param width number of columns
     */
    void write(Table table, Shape shape, int width, LineReader line, SeriesReader series, RowBuffer to) {
        to.putLong(line.timestamp());
        byte[] bytes = line.bytes();
        for (int place = 1; place < width; place++) {
            Column column = table.written(place);
            int source = shape.source(place);
            if (source == Shape.ABSENT) {
                putAbsent(column, to);
            } else if (source < 0) {
                int tag = Shape.tag(source);
                to.putTag(bytes, series.tagValueStart(tag), series.tagValueEnd(tag));
            } else {
                putField(column, line, source, to);
            }
        }
    }

    /** The first array of a line that is not one of numbers, as a reason, or null. */
    @Nullable
    String wrongArray(Table table, Shape shape, LineReader line) {
        for (int place = 1; place < table.width(); place++) {
            int source = shape.source(place);
            if (table.written(place).kind() == Column.Kind.FLOATS && source != Shape.ABSENT) {
                array.wrap(line.bytes(), line.valueStart(source) + 1, line.valueEnd(source) - 1);
                boolean isRight = true;
                while (isRight && array.next()) {
                    isRight = array.kind() == ArrayReader.Kind.NUMBER && Double.isFinite(array.number());
                }
                if (!isRight || array.isRefused()) {
                    return "field '" + line.fieldKey(source) + "' is not an array of numbers";
                }
            }
        }
        return null;
    }

    private void putField(Column column, LineReader line, int field, RowBuffer to) {
        if (column.isNullable()) {
            to.putByte(0);
        }
        switch (column.kind()) {
            case FLOAT -> to.putLong(Double.doubleToRawLongBits(line.doubleValue(field)));
            case INTEGER, UNSIGNED -> to.putLong(line.longValue(field));
            case BOOLEAN -> to.putByte(line.booleanValue(field) ? 1 : 0);
            case TEXT -> to.putString(line.bytes(), line.valueStart(field) + 1, line.valueEnd(field) - 1);
            case FLOATS -> putArray(line.bytes(), line.valueStart(field) + 1, line.valueEnd(field) - 1, to);
            case STAMP, OTHER -> throw new IllegalArgumentException("no field has the type " + column.type());
        }
    }

    private void putArray(byte[] bytes, int from, int to, RowBuffer row) {
        array.wrap(bytes, from, to);
        while (array.next()) {
            // Counts only; the number of elements precedes them.
        }
        row.putVarint(array.count());
        array.wrap(bytes, from, to);
        while (array.next()) {
            row.putLong(Double.doubleToRawLongBits(array.number()));
        }
    }

    /** NULL, or what the server itself stores in a column that is not nullable. */
    private static void putAbsent(Column column, RowBuffer to) {
        if (column.isNullable()) {
            to.putByte(1);
            return;
        }
        switch (column.kind()) {
            case FLOAT, INTEGER, UNSIGNED -> to.putLong(0);
            case BOOLEAN, TEXT, FLOATS -> to.putByte(0);
            case STAMP, OTHER -> throw new IllegalArgumentException("no field has the type " + column.type());
        }
    }
}
