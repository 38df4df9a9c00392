package io.weir.processing.aggregate;

import java.util.Arrays;

/**
 * The columns of {@link SeriesWindows} with several fields: the field of each column, the column of each
 * field, and the panes beyond the first.
 */
final class FieldColumns {

    static final int NO_COLUMN = -1;

    private static final int COLUMN_MASK = Panes.MOST_COLUMNS - 1;

    /** Heap bytes of this object and its empty arrays. */
    private static final int OWN_BYTES = 80;

    private final WindowSpec spec;

    /** The panes of columns beyond the first panes. */
    ColumnWindows[] further = {};

    int columns;
    private int[] fields = {};
    private int[] columnOfField = {};

    /** Whether the columns have grown since {@link #takeGrowth}. */
    private boolean hasGrown;

    /** Creates columns that begin with one for {@code first}. */
    FieldColumns(WindowSpec spec, int first) {
        this.spec = spec;
        add(first);
    }

    /** Estimated heap bytes. */
    long bytes() {
        long bytes = OWN_BYTES + (long) Integer.BYTES * (fields.length + columnOfField.length + further.length);
        for (ColumnWindows each : further) {
            bytes += each.bytes();
        }
        return bytes;
    }

    /** Returns whether {@link #bytes} has grown since the last call. */
    boolean takeGrowth() {
        boolean grown = hasGrown;
        hasGrown = false;
        for (ColumnWindows each : further) {
            grown |= each.takeGrowth();
        }
        return grown;
    }

    /** The panes of a column beyond the first panes. */
    ColumnWindows panes(int column) {
        return further[(column >> Panes.COLUMN_BITS) - 1];
    }

    int field(int column) {
        return fields[column];
    }

    /** The column of a field; {@link #NO_COLUMN} if it has none. */
    int column(int field) {
        return field < columnOfField.length ? columnOfField[field] : NO_COLUMN;
    }

    /** Assigns the next column to a field and adds panes if the last ones are full. */
    void add(int field) {
        hasGrown = true;
        if (columns >= fields.length) {
            fields = Arrays.copyOf(fields, Math.max(2, columns * 2));
        }
        fields[columns] = field;
        int known = columnOfField.length;
        if (field >= known) {
            columnOfField = Arrays.copyOf(columnOfField, Math.max(field + 1, known * 2));
            Arrays.fill(columnOfField, known, columnOfField.length, NO_COLUMN);
        }
        columnOfField[field] = columns;
        if (columns >= Panes.MOST_COLUMNS && (columns & COLUMN_MASK) == 0) {
            further = Arrays.copyOf(further, further.length + 1);
            further[further.length - 1] = new ColumnWindows(spec.layout(), spec.repeats(), true);
        }
        columns++;
    }
}
