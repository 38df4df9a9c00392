package io.weir.query.archive;

import static io.weir.query.archive.Sql.literal;
import static io.weir.query.archive.Sql.quoted;

import io.weir.contract.archive.ArchiveHours;
import io.weir.contract.archive.ColumnName;
import io.weir.contract.archive.FileKeys;
import io.weir.contract.archive.Place;
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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** The measurements and columns of an archive that matchers may select. Thread-safe. */
final class ArchiveCatalogue {
    private final Path archive;
    private final DuckDb duckDb;
    private final FileFacts facts;
    /** The measurements of directories whose names are cut. */
    private final Map<Path, String> cut = new ConcurrentHashMap<>();

    ArchiveCatalogue(Path archive, DuckDb duckDb, PartLimits limits) {
        this.archive = archive;
        this.duckDb = duckDb;
        this.facts = new FileFacts(duckDb, limits);
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
                if (mayHave(directory, query.selection())) {
                    table(directory, query, deadline).ifPresent(tables::add);
                }
            }
        } catch (IOException | UncheckedIOException e) {
            throw unreadable(e);
        }
        return tables;
    }

    /** Lists the files of the same time again, after one has gone. */
    ArchiveFiles listedAgain(ArchiveFiles files, Deadline deadline) throws FileGoneException {
        try {
            return facts.files(files.directory(), files.from(), files.to(), deadline);
        } catch (IOException | UncheckedIOException e) {
            throw unreadable(e);
        }
    }

    private EvaluationException unreadable(Exception e) {
        return new EvaluationException(Reason.UNAVAILABLE, "the archive " + archive + " is unreadable: " + e);
    }

    private static boolean mayHave(Path directory, Selection selection) {
        Optional<String> measurement = ArchiveHours.measurement(directory);
        if (measurement.isPresent()) {
            return selection.mayHave(measurement.get());
        }
        String spelled = String.valueOf(directory.getFileName());
        return selection
                .possibleMeasurements()
                .map(all -> all.stream().anyMatch(each -> spelled.equals(Place.MEASUREMENT + Place.encoded(each))))
                .orElse(true);
    }

    private Optional<ArchiveTable> table(Path directory, CatalogueQuery query, Deadline deadline)
            throws IOException, FileGoneException {
        ArchiveFiles files = facts.files(directory, query.from(), query.to(), deadline);
        if (files.files().isEmpty()) {
            return Optional.empty();
        }
        String measurement = measurement(files, deadline);
        if (!query.selection().mayHave(measurement)) {
            return Optional.empty();
        }
        List<StoredColumn> stored = new ArrayList<>(List.of(new StoredColumn(ColumnName.TIME, "TIMESTAMP_NS")));
        List<String> tags = new ArrayList<>();
        List<TableField> fields = new ArrayList<>();
        for (String column : columns(files)) {
            ColumnName name = ColumnName.parse(column);
            if (name.type().isEmpty()) {
                requireCurrent(column, name, directory);
                tags.add(name.name());
                stored.add(new StoredColumn(column, "VARCHAR"));
            } else if (query.isRead().test(valueType(name.type().get()))
                    && query.selection().has(measurement, name.name())) {
                fields.add(new TableField(
                        name.name(), quoted(column), valueType(name.type().get())));
                stored.add(new StoredColumn(column, type(name.type().get())));
            }
        }
        TableColumns columns = new TableColumns(measurement, tags, fields);
        return fields.isEmpty() || !query.selection().mayHaveLabels(columns.labels())
                ? Optional.empty()
                : Optional.of(new ArchiveTable(files, stored, columns));
    }

    /** DuckDB has columns of some names itself, so that newer files have others. */
    private static void requireCurrent(String column, ColumnName name, Path directory) {
        if (!ColumnName.ofTag(name.name()).equals(column)) {
            throw new EvaluationException("queries cannot read the column " + column + " of " + directory
                    + ", which an early version of Weir wrote: export its lines with weir archive export, send them again,"
                    + " and delete the files");
        }
    }

    /** The columns of all files but the time. */
    private static Set<String> columns(ArchiveFiles files) {
        Set<String> columns = new TreeSet<>();
        files.files().stream().map(ArchiveFile::columns).distinct().forEach(columns::addAll);
        columns.remove(ColumnName.TIME);
        return columns;
    }

    private String measurement(ArchiveFiles files, Deadline deadline) throws FileGoneException {
        Optional<String> known =
                ArchiveHours.measurement(files.directory()).or(() -> Optional.ofNullable(cut.get(files.directory())));
        if (known.isPresent()) {
            return known.get();
        }
        List<String> found = new ArrayList<>();
        String statement = "SELECT decode(value) FROM parquet_kv_metadata("
                + DuckDb.files(files.files().subList(0, 1)) + ") WHERE key = " + literal(FileKeys.MEASUREMENT)
                + "::BLOB";
        duckDb.run(statement, deadline.left(), row -> {
            found.add(StoreJson.nextText(row));
            StoreJson.endRow(row);
        });
        if (found.size() != 1) {
            throw new EvaluationException(files.files().get(0).path() + " does not name its measurement");
        }
        cut.put(files.directory(), found.get(0));
        return found.get(0);
    }

    private static ValueType valueType(FieldType type) {
        return switch (type) {
            case FLOAT -> ValueType.FLOAT;
            case INTEGER, UNSIGNED -> ValueType.INTEGER;
            case BOOLEAN -> ValueType.BOOLEAN;
            case STRING -> ValueType.TEXT;
        };
    }

    /** The type in SQL. */
    private static String type(FieldType type) {
        return switch (type) {
            case FLOAT -> "DOUBLE";
            case INTEGER -> "BIGINT";
            case UNSIGNED -> "UBIGINT";
            case BOOLEAN -> "BOOLEAN";
            case STRING -> "VARCHAR";
        };
    }
}
