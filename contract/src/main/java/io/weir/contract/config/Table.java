package io.weir.contract.config;

import java.util.List;

/**
 * A table as written in its file.
 *
 * @param name of its file, for messages
 * @param columns distinct names; the first is {@link #KEY} if the rows were written under keys
 */
public record Table(String name, List<String> columns, List<Row> rows) {

    /** The name of the column with the keys of a YAML mapping, which has no name in the file. */
    public static final String KEY = "";

    /** The largest table, in bytes of its file: it always fits into a Kafka record. */
    public static final int MAX_BYTES = 7 << 20;

    static final int MAX_ROWS = 500_000;

    static final int MAX_COLUMNS = 1_000;

    /** In YAML, each row may add columns, which all other rows get, too. */
    static final int MAX_CELLS = 8_000_000;

    /**
     * One row.
     *
     * @param line where it begins, 1-based
     * @param cells one for each column; empty if the row omits the column
     */
    public record Row(int line, List<String> cells) {}

    /** The index of the column of this name, or -1. */
    public int column(String column) {
        return columns.indexOf(column);
    }

    /** Whether the rows were written under keys. */
    public boolean isKeyed() {
        return column(KEY) == 0;
    }

    /** The error of a file whose table exceeds a limit. */
    static Mistake tooLarge(String name, String has) {
        return new Mistake(name, 0, "", "has " + has, "is it the right file?");
    }
}
