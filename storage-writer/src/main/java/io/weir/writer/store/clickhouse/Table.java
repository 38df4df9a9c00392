package io.weir.writer.store.clickhouse;

import static io.weir.contract.rule.storage.ClickHouseQuoting.quoted;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The columns and the key of a table, as the writer last read them. Used by one thread. */
final class Table {
    /** The column of the lines' time. */
    static final String STAMP = "timestamp";
    /** Maximum number of columns; the server needs about 1 MiB for each when it writes. */
    static final int MOST_COLUMNS = 1024;

    private final String fullName;
    private final String settings;
    private final Map<String, Column> columns = new HashMap<>();
    private final Map<String, Integer> places = new HashMap<>();
    private final List<Column> written = new ArrayList<>();
    private String sortingKey = "";
    private byte[] insertion = {};

    /**
     * A table without columns.
     *
     * @param settings the settings of its inserts
     */
    Table(String fullName, String settings) {
        this.fullName = fullName;
        this.settings = settings;
    }

    /** Replaces the columns and the key by those that the server lists. */
    void read(List<Column> listed, String key) {
        columns.clear();
        listed.forEach(column -> columns.put(column.name(), column));
        sortingKey = key;
    }

    String fullName() {
        return fullName;
    }

    /** The columns of the server's table, by name. */
    Map<String, Column> columns() {
        return columns;
    }

    /** The expressions of the sorting key. */
    String sortingKey() {
        return sortingKey;
    }

    /**
     * The place of a column in rows. Columns without a line of this writer have none. The place of
     * a column never changes.
     */
    int place(Column column) {
        return places.computeIfAbsent(column.name(), name -> {
            written.add(column);
            insertion = new byte[0];
            return written.size() - 1;
        });
    }

    /** The number of columns of a row. */
    int width() {
        return written.size();
    }

    /** The column at a place. */
    Column written(int place) {
        return written.get(place);
    }

    /** The statement that precedes rows with all written columns. */
    byte[] insertion() {
        if (insertion.length == 0) {
            String names = written.stream().map(column -> quoted(column.name())).collect(Collectors.joining(", "));
            insertion =
                    ("INSERT INTO " + fullName + " (" + names + ") " + settings + "FORMAT RowBinary\n").getBytes(UTF_8);
        }
        return insertion;
    }
}
