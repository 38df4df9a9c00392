package io.weir.query.clickhouse;

import static io.weir.contract.rule.storage.ClickHouseQuoting.literal;
import static io.weir.contract.rule.storage.ClickHouseQuoting.quoted;
import static java.util.stream.Collectors.joining;

import io.weir.query.naming.Selection;
import io.weir.query.naming.TierNames;
import io.weir.query.series.ValueType;
import io.weir.query.store.NanoTimes;
import io.weir.query.store.PlainRegex;
import io.weir.query.store.Statements;
import io.weir.query.store.TableColumns;
import io.weir.query.store.TableField;
import io.weir.query.store.TableQuery;
import io.weir.query.store.TagConditions;
import io.weir.query.store.TagLanguage;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The selected columns of a table, and the statements that read them. A subquery gives each column an alias first: an
 * old server confuses a column named {@code count(value)} with the number of values in a statement that has both.
 *
 * @param source the database and the table in a statement, with FINAL if the server merges repeated rows
 * @param clock how the column of times stores them
 * @param alias the beginning of all aliases, with which no name of a column begins
 * @param columns the tags and the selected fields
 * @param isUnique whether repeated rows are one
 * @param exact all columns of the table whose values ClickHouse passes on exactly: of floats of 32 bits, it passes on fewer
 *     digits than it has
 */
record ClickHouseTable(
        String source, Clock clock, String alias, TableColumns columns, boolean isUnique, Set<String> exact) {
    /** The column of the lines' time. */
    static final String STAMP = "timestamp";

    /** Of a field in a statement: its quotes, and its alias in several clauses. An old server reads 16 KiB. */
    private static final int LENGTH_BESIDE_NAME = 75;

    /** The same in the statement of last values. */
    private static final int LENGTH_OF_LAST = 260;

    /** The type of the column of times. */
    enum Clock {
        /** DateTime64(9). */
        TIME {
            @Override
            String nanos(String time) {
                return "toUnixTimestamp64Nano(" + time + ")";
            }

            @Override
            String time(long nanos) {
                return "fromUnixTimestamp64Nano(toInt64(" + nanos + "))";
            }
        },
        /** Int64: nanoseconds. */
        INTEGER {
            @Override
            String nanos(String time) {
                return time;
            }

            @Override
            String time(long nanos) {
                return Long.toString(nanos);
            }
        };

        /** The nanoseconds of a time. */
        abstract String nanos(String time);

        /** The time of nanoseconds. */
        abstract String time(long nanos);
    }

    /** The same table with a part of the fields each: statements are limited in length. */
    List<ClickHouseTable> parts() {
        return parts(LENGTH_BESIDE_NAME);
    }

    /** The parts whose last values a statement reads. */
    List<ClickHouseTable> partsForLast() {
        return parts(LENGTH_OF_LAST);
    }

    List<ClickHouseTable> parts(int lengthBesideName) {
        return Statements.parts(columns.fields(), TableField::column, lengthBesideName).stream()
                .map(this::with)
                .toList();
    }

    /** The same table with other fields. */
    ClickHouseTable with(List<TableField> others) {
        return new ClickHouseTable(
                source, clock, alias, new TableColumns(columns.table(), columns.tags(), others), isUnique, exact);
    }

    /** Whether ClickHouse computes of the fields what Weir would. */
    boolean isExact() {
        return isUnique
                && columns.fields().stream()
                        .allMatch(each -> exact.containsAll(TierNames.columns(each.name(), each.column())));
    }

    /** Whether a statement reads one field of exactly the series that a selection selects. */
    boolean computesGroups(Selection selection) {
        return columns.fields().size() == 1
                && columns.areTagsFew()
                && TagConditions.areAll(TagConditions.of(selection, new Language(columns.tags())), selection);
    }

    /**
     * A row for each moment of each series: its time, the tags, and the fields. Times of a series ascend. The order is
     * that of the sorting key, which saves the server a sort, unless the table got tags later.
     */
    String samples(Selection selection, long from, long to) {
        String time = alias + 0;
        return "SELECT "
                + Stream.of(Stream.of(clock.nanos(time)), tags(), fields())
                        .flatMap(each -> each)
                        .collect(joining(", "))
                + from(selection, from, to)
                + Stream.concat(tags(), Stream.of(time)).collect(joining(", ", " ORDER BY ", ""));
    }

    /** A row for each set of tags: the tags, and the number of values of each field. */
    String series(Selection selection, long from, long to) {
        return "SELECT "
                + Stream.concat(tags(), fields().map(field -> "count(" + field + ")"))
                        .collect(joining(", "))
                + from(selection, from, to)
                + groupByTags();
    }

    /** A row for each window of each set of tags: its start, the tags, and the mean or last text of each field. */
    String windows(TableQuery query, long step, int mostRows) {
        return windows(query, step, mostRows, indexes().mapToObj(this::ofWindow));
    }

    /** The same with other results than the mean or last text of each field. */
    String windows(TableQuery query, long step, int mostRows, Stream<String> results) {
        long length = step * NanoTimes.PER_MILLI;
        String begin = alias + "b";
        String rows = "SELECT "
                + Stream.of(
                                Stream.of("intDiv(" + clock.nanos(alias + 0) + ", " + length + ") * " + length + " AS "
                                        + begin),
                                tags(),
                                results)
                        .flatMap(each -> each)
                        .collect(joining(", "))
                + from(query.selection(), query.from(), query.to())
                + Stream.concat(Stream.of(begin), tags()).collect(joining(", ", " GROUP BY ", ""));
        return "SELECT * FROM (" + rows + " ORDER BY " + begin + " DESC LIMIT " + mostRows + ") ORDER BY " + begin;
    }

    /** The mean or last text of a field. The sum of integers overflows. Weir stores only finite numbers; others may not. */
    String ofWindow(int index) {
        boolean isText = columns.fields().get(index).type() == ValueType.TEXT;
        return isText
                ? "argMax(" + field(index) + ", " + alias + "0)"
                : "avgIf(toFloat64(" + field(index) + "), " + isNumber(index) + ")";
    }

    /** Whether a field of a row has a number, as a condition of the function of an aggregate. */
    String isNumber(int index) {
        return columns.fields().get(index).type() == ValueType.FLOAT
                ? "ifNull(isFinite(" + field(index) + "), 0)"
                : field(index) + " IS NOT NULL";
    }

    /**
     * A row for each set of tags: the tags, and for each field the last value, the times of the last and of the first one,
     * and the number of values.
     */
    String last(Selection selection, long from, long to) {
        String nanos = clock.nanos(alias + 0);
        return "SELECT "
                + Stream.concat(
                                tags(),
                                indexes()
                                        .mapToObj(i -> "argMaxIf(" + field(i) + ", " + alias + "0, " + isNumber(i)
                                                + "), maxIf(" + nanos + ", " + isNumber(i) + "), minIf(" + nanos + ", "
                                                + isNumber(i) + "), countIf(" + isNumber(i) + ")"))
                        .collect(joining(", "))
                + from(selection, from, to)
                + groupByTags();
    }

    private String groupByTags() {
        return columns.tags().isEmpty() ? "" : tags().collect(joining(", ", " GROUP BY ", ""));
    }

    /** Rows of aliases with a value of a field. */
    String from(Selection selection, long from, long to) {
        List<String> names = Stream.of(
                        Stream.of(STAMP),
                        columns.tags().stream(),
                        columns.fields().stream().map(TableField::column))
                .flatMap(each -> each)
                .toList();
        StringBuilder text = new StringBuilder(" FROM (SELECT ")
                .append(IntStream.range(0, names.size())
                        .mapToObj(i -> quoted(names.get(i)) + " AS " + alias + i)
                        .collect(joining(", ")))
                .append(" FROM ")
                .append(source)
                .append(" WHERE ")
                .append(quoted(STAMP))
                .append(" >= ")
                .append(clock.time(from * NanoTimes.PER_MILLI))
                .append(" AND ")
                .append(quoted(STAMP))
                .append(" < ")
                .append(clock.time((to + 1) * NanoTimes.PER_MILLI));
        TagConditions.of(selection, new Language(columns.tags()))
                .forEach(condition -> text.append(" AND ").append(condition));
        return text.append(fields().map(field -> field + " IS NOT NULL").collect(joining(" OR ", ") WHERE (", ")")))
                .toString();
    }

    private record Language(List<String> tags) implements TagLanguage {
        /** In a condition, an old server reads {@code _part} and others as names of its own. */
        @Override
        public boolean canCompare(String tag) {
            return tags.contains(tag) && !tag.startsWith("_");
        }

        @Override
        public String equal(String tag, String value) {
            return quoted(tag) + " = " + literal(value);
        }

        @Override
        public boolean canMatch(String regex) {
            return PlainRegex.isPlain(regex);
        }

        @Override
        public String matches(String tag, String regex) {
            return "match(" + quoted(tag) + ", " + literal("(?-s)" + regex) + ")";
        }
    }

    /** The aliases of the tags. */
    Stream<String> tags() {
        return IntStream.range(0, columns.tags().size()).mapToObj(i -> alias + (1 + i));
    }

    /** The aliases of the fields. */
    private Stream<String> fields() {
        return indexes().mapToObj(this::field);
    }

    IntStream indexes() {
        return IntStream.range(0, columns.fields().size());
    }

    /** The alias of a field. */
    String field(int index) {
        return alias + (1 + columns.tags().size() + index);
    }
}
