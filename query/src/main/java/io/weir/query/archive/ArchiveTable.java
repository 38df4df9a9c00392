package io.weir.query.archive;

import static io.weir.query.archive.Sql.literal;
import static io.weir.query.archive.Sql.quoted;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import io.weir.contract.archive.ColumnName;
import io.weir.query.archive.ArchiveFiles.Part;
import io.weir.query.naming.Selection;
import io.weir.query.series.ValueType;
import io.weir.query.store.NanoTimes;
import io.weir.query.store.PlainRegex;
import io.weir.query.store.TableColumns;
import io.weir.query.store.TableField;
import io.weir.query.store.TableQuery;
import io.weir.query.store.TagConditions;
import io.weir.query.store.TagLanguage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The selected columns of a measurement, and the statements that read them. A subquery gives each column an alias first:
 * {@code t} for the time in nanoseconds, {@code k0} and further ones for tags, {@code f0} and further ones for fields, and
 * {@code o} for the order of lines with equal times.
 *
 * @param files those that may have lines of the query
 * @param stored the columns that are read
 * @param columns the tags and the selected fields; the column of a field is an expression
 */
record ArchiveTable(ArchiveFiles files, List<StoredColumn> stored, TableColumns columns) {
    private static final String MOST_ROWS_OF_FILE = "1099511627776";

    /**
     * A column of the files.
     *
     * @param type in a statement
     */
    record StoredColumn(String name, String type) {
        /** The column in a table without rows. */
        String empty() {
            return "NULL::" + type + " AS " + quoted(name);
        }
    }

    /** The same columns of other files. */
    ArchiveTable of(ArchiveFiles others) {
        return new ArchiveTable(others, stored, columns);
    }

    /** The same table with all numbers and flags of a field as one, if its type changed. */
    ArchiveTable withOneTypeForEachField() {
        Map<String, List<TableField>> samples = columns.fields().stream()
                .filter(field -> field.type().isSample())
                .collect(groupingBy(TableField::name, LinkedHashMap::new, toList()));
        Stream<TableField> others =
                columns.fields().stream().filter(field -> !field.type().isSample());
        List<TableField> merged = Stream.concat(samples.values().stream().map(ArchiveTable::oneType), others)
                .toList();
        return new ArchiveTable(files, stored, new TableColumns(columns.table(), columns.tags(), merged));
    }

    /** A line has a field once. */
    private static TableField oneType(List<TableField> types) {
        return types.size() == 1
                ? types.get(0)
                : new TableField(
                        types.get(0).name(),
                        types.stream()
                                .map(field -> field.column() + "::DOUBLE")
                                .collect(joining(", ", "coalesce(", ")")),
                        ValueType.FLOAT);
    }

    /** Whether a statement reads one field of exactly the series that a selection selects. */
    boolean computesGroups(Selection selection) {
        return columns.fields().size() == 1
                && TagConditions.areAll(TagConditions.of(selection, new Language(columns.tags())), selection);
    }

    /** A row for each line: its time, the tags, and the fields. Times ascend; of equal ones, the last line is the last. */
    String samples(Part part) {
        return "SELECT " + joined(Stream.of("t"), tags(), fields()) + " FROM (" + lines(part) + ") ORDER BY t, o";
    }

    /** A row for each set of tags: the tags, and the number of lines with a value of each field. */
    String series(Part part) {
        return "SELECT " + joined(tags(), fields().map(field -> "count(" + field + ")")) + " FROM (" + lines(part)
                + ") GROUP BY ALL";
    }

    /** A row for each window of each set of tags: its start, the tags, and the mean or last text of each field. */
    String windows(Part part, long step, int mostRows) {
        long length = step * NanoTimes.PER_MILLI;
        String begin = "t - ((t % " + length + ") + " + length + ") % " + length + " AS b";
        Stream<String> results = indexes()
                .mapToObj(i -> columns.fields().get(i).type() == ValueType.TEXT
                        ? "arg_max(f" + i + ", t)"
                        : "favg(f" + i + "::DOUBLE)");
        String rows =
                "SELECT " + joined(Stream.of(begin), tags(), results) + " FROM (" + moments(part) + ") GROUP BY ALL";
        return "SELECT * FROM (" + rows + " ORDER BY b DESC LIMIT " + mostRows + ") ORDER BY b";
    }

    /**
     * A row for each set of tags: the tags, and for each field the last value, the times of the last and of the first one,
     * and the number of values.
     */
    String last(Part part) {
        Stream<String> results = fields().map(field -> {
            String present = " FILTER (WHERE " + field + " IS NOT NULL)";
            return "arg_max(" + field + ", t), max(t)" + present + ", min(t)" + present + ", count(" + field + ")";
        });
        return "SELECT " + joined(tags(), results) + " FROM (" + moments(part) + ") GROUP BY ALL";
    }

    /**
     * A row for each moment of each series. If a line was written again, the values of the last line count, as in a
     * database.
     */
    String moments(Part part) {
        Stream<String> last = fields().map(field -> "arg_max(" + field + ", o) AS " + field);
        return "SELECT " + joined(Stream.of("t"), tags(), last) + " FROM (" + lines(part) + ") GROUP BY ALL";
    }

    /** A row for each line with a value of a field. */
    private String lines(Part part) {
        Stream<String> keys = IntStream.range(0, columns.tags().size()).mapToObj(i -> column(i) + " AS k" + i);
        Stream<String> values = indexes().mapToObj(i -> columns.fields().get(i).column() + " AS f" + i);
        String time = quoted(ColumnName.TIME);
        TableQuery query = part.query();
        StringBuilder text = new StringBuilder("SELECT ")
                .append(joined(Stream.of("epoch_ns(" + time + ") AS t"), keys, values))
                .append(", file_index * " + MOST_ROWS_OF_FILE + " + file_row_number AS o FROM (SELECT *, file_index,")
                .append(" file_row_number FROM read_parquet(")
                .append(DuckDb.files(part.files()))
                .append(", union_by_name = true, hive_partitioning = false)")
                // Files of a part of the time may lack columns.
                .append(stored.stream()
                        .map(StoredColumn::empty)
                        .collect(joining(", ", " UNION ALL BY NAME SELECT ", "")))
                .append(" WHERE false) WHERE ")
                .append(time)
                .append(" >= make_timestamp_ns(")
                .append(query.from() * NanoTimes.PER_MILLI)
                .append(") AND ")
                .append(time)
                .append(" < make_timestamp_ns(")
                .append((query.to() + 1) * NanoTimes.PER_MILLI)
                .append(")");
        TagConditions.of(query.selection(), new Language(columns.tags()))
                .forEach(condition -> text.append(" AND ").append(condition));
        return text.append(columns.fields().stream()
                        .map(field -> field.column() + " IS NOT NULL")
                        .collect(joining(" OR ", " AND (", ")")))
                .toString();
    }

    /** The quoted column of a tag. */
    private String column(int tag) {
        return quoted(ColumnName.ofTag(columns.tags().get(tag)));
    }

    /** DuckDB has the regular expressions of RE2. */
    private record Language(List<String> tags) implements TagLanguage {
        @Override
        public boolean canCompare(String tag) {
            return tags.contains(tag);
        }

        @Override
        public String equal(String tag, String value) {
            return quoted(ColumnName.ofTag(tag)) + " = " + literal(value);
        }

        @Override
        public boolean canMatch(String regex) {
            return PlainRegex.isPlain(regex);
        }

        @Override
        public String matches(String tag, String regex) {
            return "regexp_matches(" + quoted(ColumnName.ofTag(tag)) + ", " + literal(regex) + ")";
        }
    }

    /** The aliases of the tags. */
    Stream<String> tags() {
        return IntStream.range(0, columns.tags().size()).mapToObj(i -> "k" + i);
    }

    /** The aliases of the fields. */
    private Stream<String> fields() {
        return indexes().mapToObj(i -> "f" + i);
    }

    IntStream indexes() {
        return IntStream.range(0, columns.fields().size());
    }

    static String joined(Stream<String> first, Stream<String> second) {
        return Stream.concat(first, second).collect(joining(", "));
    }

    static String joined(Stream<String> first, Stream<String> second, Stream<String> third) {
        return joined(Stream.concat(first, second), third);
    }
}
