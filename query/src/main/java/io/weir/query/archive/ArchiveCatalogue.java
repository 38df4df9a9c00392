package io.weir.query.archive;

import static io.weir.query.archive.Sql.literal;
import static io.weir.query.archive.Sql.quoted;

import io.weir.contract.archive.ArchiveHours;
import io.weir.contract.archive.ColumnName;
import io.weir.contract.archive.FileKeys;
import io.weir.contract.line.FieldType;
import io.weir.query.archive.ArchiveTable.StoredColumn;
import io.weir.query.naming.Selection;
import io.weir.query.series.Deadline;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.ValueType;
import io.weir.query.store.CatalogueQuery;
import io.weir.query.store.StoreJson;
import io.weir.query.store.TableColumns;
import io.weir.query.store.TableField;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The measurements and columns of an archive that matchers may select. */
final class ArchiveCatalogue {
    private final Path archive;
    private final DuckDb duckDb;

    ArchiveCatalogue(Path archive, DuckDb duckDb) {
        this.archive = archive;
        this.duckDb = duckDb;
    }

    /** The measurements with selected fields and lines in the hours of the time. */
    List<ArchiveTable> tables(CatalogueQuery query, Deadline deadline) throws FileGoneException {
        List<ArchiveTable> tables = new ArrayList<>();
        try {
            if (!ArchiveHours.isArchive(archive)) {
                throw new EvaluationException(
                        Reason.UNAVAILABLE,
                        archive + " is no archive: a writer with the store archive:" + archive + " makes it one");
            }
            for (Path directory : ArchiveHours.measurements(archive)) {
                Optional<String> whole = ArchiveHours.measurement(directory);
                if (whole.isEmpty() || query.selection().mayHave(whole.get())) {
                    table(directory, whole, query, deadline).ifPresent(tables::add);
                }
            }
        } catch (IOException | UncheckedIOException e) {
            throw new EvaluationException(Reason.UNAVAILABLE, "the archive " + archive + " is unreadable: " + e);
        }
        return tables;
    }

    /** @param whole the measurement; empty if the files have it */
    private Optional<ArchiveTable> table(
            Path directory, Optional<String> whole, CatalogueQuery query, Deadline deadline)
            throws IOException, FileGoneException {
        ArchiveFiles files = ArchiveFiles.list(directory, query.from(), query.to());
        if (files.areNone()) {
            return Optional.empty();
        }
        Optional<String> measurement = whole.isPresent() ? whole : measurement(files, deadline);
        if (measurement.isEmpty() || !query.selection().mayHave(measurement.get())) {
            return Optional.empty();
        }
        Columns columns = new Columns(measurement.get(), query.selection(), query.isRead());
        duckDb.run(
                "SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM " + files.source() + ")",
                deadline.left(),
                row -> {
                    String name = StoreJson.nextText(row);
                    columns.add(name, StoreJson.nextText(row));
                    StoreJson.endRow(row);
                });
        if (columns.fields.isEmpty()
                || !query.selection().mayHaveLabels(columns.columns().labels())) {
            return Optional.empty();
        }
        requireLayout(files, deadline);
        return Optional.of(new ArchiveTable(files, columns.stored, columns.columns()));
    }

    private Optional<String> measurement(ArchiveFiles files, Deadline deadline) throws FileGoneException {
        List<String> found = new ArrayList<>();
        metadata(files, FileKeys.MEASUREMENT, deadline, found);
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    /** Files of another layout have other names of columns. */
    private void requireLayout(ArchiveFiles files, Deadline deadline) throws FileGoneException {
        List<String> found = new ArrayList<>();
        metadata(files, FileKeys.LAYOUT, deadline, found);
        if (!found.equals(List.of(FileKeys.VERSION))) {
            throw new EvaluationException("queries read files of the layout " + FileKeys.VERSION + ", but the archive "
                    + archive + " has " + String.join(", ", found)
                    + ": export the lines of the others with weir archive export, and send them again");
        }
    }

    /** Adds the different values of a key in the metadata of all files. */
    private void metadata(ArchiveFiles files, String key, Deadline deadline, List<String> values)
            throws FileGoneException {
        duckDb.run(
                "SELECT DISTINCT decode(value) FROM parquet_kv_metadata(" + files.argument() + ") WHERE decode(key) = "
                        + literal(key) + " ORDER BY 1",
                deadline.left(),
                row -> {
                    values.add(StoreJson.nextText(row));
                    StoreJson.endRow(row);
                });
    }

    /** Collects the columns of a measurement. */
    private static final class Columns {
        private final String measurement;
        private final Selection selection;
        private final Predicate<ValueType> isRead;
        private final List<StoredColumn> stored = new ArrayList<>();
        private final List<String> tags = new ArrayList<>();
        private final List<TableField> fields = new ArrayList<>();

        Columns(String measurement, Selection selection, Predicate<ValueType> isRead) {
            this.measurement = measurement;
            this.selection = selection;
            this.isRead = isRead;
        }

        TableColumns columns() {
            return new TableColumns(measurement, tags, fields);
        }

        void add(String column, String type) {
            if (column.equals(ColumnName.TIME)) {
                stored.add(new StoredColumn(column, type));
                return;
            }
            ColumnName name = ColumnName.parse(column);
            Optional<ValueType> value = name.type().map(Columns::valueType);
            if (value.isEmpty()) {
                stored.add(new StoredColumn(column, type));
                tags.add(name.name());
            } else if (isRead.test(value.get()) && selection.has(measurement, name.name())) {
                stored.add(new StoredColumn(column, type));
                fields.add(new TableField(name.name(), quoted(column), value.get()));
            }
        }

        private static ValueType valueType(FieldType type) {
            return switch (type) {
                case FLOAT -> ValueType.FLOAT;
                case INTEGER, UNSIGNED -> ValueType.INTEGER;
                case BOOLEAN -> ValueType.BOOLEAN;
                case STRING -> ValueType.TEXT;
            };
        }
    }
}
