package io.weir.writer.store.clickhouse;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lines with the same measurement, tag keys, field keys and types, and how their rows are made.
 *
 * @param key the names and types, as bytes
 * @param table the table of the lines; null if they are refused
 * @param sources where the value of each column comes from: a field's number, {@link #tag} or
 *     {@link #ABSENT}
 * @param hasArrays whether a text is stored as an array
 * @param refusal why the table cannot store such lines; null if it can
 */
record Shape(
        byte[] key,
        @Nullable Table table,
        int[] sources,
        boolean hasArrays,
        @Nullable String refusal) {
    /** A column without a value. */
    static final int ABSENT = Integer.MAX_VALUE;

    private static final int[] NONE = {};

    /** Lines that this table stores. */
    static Shape of(byte[] key, Table table, LineNames names) {
        table.place(column(table, Table.STAMP));
        boolean hasArrays = false;
        for (String tag : names.tags()) {
            table.place(column(table, tag));
        }
        for (String field : names.fields()) {
            table.place(column(table, field));
        }
        int[] sources = new int[table.width()];
        Arrays.fill(sources, ABSENT);
        for (int i = 0; i < names.tags().size(); i++) {
            sources[table.place(column(table, names.tags().get(i)))] = tag(i);
        }
        for (int i = 0; i < names.fields().size(); i++) {
            Column column = column(table, names.fields().get(i));
            // Of several values of a field, the last one counts.
            sources[table.place(column)] = i;
            hasArrays |= column.kind() == Column.Kind.FLOATS;
        }
        return new Shape(key, table, sources, hasArrays, null);
    }

    /** Lines that no table can store. */
    static Shape refused(byte[] key, String reason) {
        return new Shape(key, null, NONE, false, reason);
    }

    /** The source that is a tag, or the number of a tag's source. */
    static int tag(int number) {
        return ~number;
    }

    /** The source of the column at this place. */
    int source(int place) {
        return place < sources.length ? sources[place] : ABSENT;
    }

    private static Column column(Table table, String name) {
        return Objects.requireNonNull(table.columns().get(name), name);
    }
}
