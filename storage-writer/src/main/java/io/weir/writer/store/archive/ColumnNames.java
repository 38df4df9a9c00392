package io.weir.writer.store.archive;

import io.weir.contract.line.FieldType;
import io.weir.writer.store.archive.parquet.Column;
import io.weir.writer.store.archive.parquet.Column.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The columns of a file. A tag or a field is a column with its own name. If that name is taken, also in other
 * capitals, which many programs do not distinguish, it has an ending; the metadata say what each column is.
 */
final class ColumnNames {
    /** The column of timestamps. */
    static final String TIME = "time";

    static final String TAG = "tag ";
    static final String FIELD = "field ";
    /** The key of a column's meaning in the metadata, followed by its number. */
    static final String MEANING = "weir.column.";

    private final List<Column> columns = new ArrayList<>();
    private final Set<String> taken = new HashSet<>(Set.of(TIME, "measurement", "day", "hour"));

    /** The time is the first column. */
    ColumnNames() {
        columns.add(new Column(TIME, Kind.TIME));
    }

    List<Column> columns() {
        return columns;
    }

    /** Adds a tag. */
    void tag(String name, Map<String, String> metadata) {
        add(name, "_tag", Kind.TEXT, TAG, metadata);
    }

    /** Adds the values of a field that have one type. */
    void field(String name, FieldType type, Map<String, String> metadata) {
        Kind kind =
                switch (type) {
                    case FLOAT -> Kind.FLOAT;
                    case INTEGER -> Kind.INTEGER;
                    case UNSIGNED -> Kind.UNSIGNED;
                    case BOOLEAN -> Kind.BOOLEAN;
                    case STRING -> Kind.TEXT;
                };
        add(name, "_" + type.name().toLowerCase(Locale.ROOT), kind, FIELD, metadata);
    }

    private void add(String name, String ending, Kind kind, String meaning, Map<String, String> metadata) {
        String free = name;
        while (!taken.add(free.toLowerCase(Locale.ROOT))) {
            free += ending;
        }
        metadata.put(MEANING + columns.size(), meaning + name);
        columns.add(new Column(free, kind));
    }
}
