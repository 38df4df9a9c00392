package io.weir.writer.store.archive;

import io.weir.contract.archive.ColumnName;
import io.weir.contract.line.FieldType;
import io.weir.parquet.Column;
import io.weir.parquet.Column.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The columns of a file; the metadata say what each column is. */
final class ColumnNames {
    static final String TAG = "tag ";
    static final String FIELD = "field ";
    /** The key of a column's meaning in the metadata, followed by its number. */
    static final String MEANING = "weir.column.";

    private final List<Column> columns = new ArrayList<>();

    /** The time is the first column. */
    ColumnNames() {
        columns.add(new Column(ColumnName.TIME, Kind.TIME));
    }

    List<Column> columns() {
        return columns;
    }

    /** Adds a tag. */
    void tag(String name, Map<String, String> metadata) {
        add(ColumnName.ofTag(name), Kind.TEXT, TAG + name, metadata);
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
        add(ColumnName.ofField(name, type), kind, FIELD + name, metadata);
    }

    private void add(String name, Kind kind, String meaning, Map<String, String> metadata) {
        metadata.put(MEANING + columns.size(), meaning);
        columns.add(new Column(name, kind));
    }
}
