package io.weir.contract.table;

import java.util.List;

/**
 * A table as it was written.
 *
 * @param name of its file, as messages call it
 * @param columns their names, all different; the first is {@link #KEY} if the rows were written under keys
 */
public record Table(String name, List<String> columns, List<Row> rows) {

    /** Names the column of what a YAML mapping has its rows under: that has no name of its own. */
    public static final String KEY = "";

    /** The largest table, in bytes of its file: it fits into a record of Kafka, whatever it holds. */
    public static final int MAX_BYTES = 7 << 20;

    static final int MAX_ROWS = 500_000;

    static final int MAX_COLUMNS = 1_000;

    /** In YAML each row may bring columns that all others then have, too. */
    static final int MAX_CELLS = 8_000_000;

    /**
     * One row.
     *
     * @param line where it begins, 1-based
     * @param cells one for each column; empty where the row says nothing
     */
    public record Row(int line, List<String> cells) {}

    /** The place of a column, -1 if there is none of this name. */
    public int column(String column) {
        return columns.indexOf(column);
    }

    /** Whether the rows were written under keys. */
    public boolean isKeyed() {
        return column(KEY) == 0;
    }
}
