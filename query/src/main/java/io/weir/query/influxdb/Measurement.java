package io.weir.query.influxdb;

import static io.weir.contract.rule.storage.InfluxQl.literal;
import static io.weir.contract.rule.storage.InfluxQl.quoted;
import static java.util.stream.Collectors.joining;

import io.weir.contract.rule.storage.InfluxQl;
import io.weir.query.naming.Selection;
import io.weir.query.naming.TierNames;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.ValueType;
import io.weir.query.store.NanoTimes;
import io.weir.query.store.PaneStatistic;
import io.weir.query.store.Statements;
import io.weir.query.store.TableQuery;
import io.weir.query.store.TagConditions;
import io.weir.query.store.TagLanguage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The selected fields of a measurement, and the statements that read them.
 *
 * @param place the tier in a statement, with a dot; empty for raw
 */
record Measurement(String place, String name, List<Field> fields) {
    /** Rows of each series that are read for its last values and the intervals between them. */
    static final int LATEST_ROWS = 9;

    /** InfluxDB is written in Go, whose regular expressions are those of RE2, in old versions without some. */
    private static final TagLanguage LANGUAGE = new TagLanguage() {
        @Override
        public boolean canCompare(String tag) {
            return InfluxQlNames.isTag(tag);
        }

        @Override
        public String equal(String tag, String value) {
            return quoted(tag) + "::tag = " + literal(value);
        }

        @Override
        public boolean canMatch(String regex) {
            return regex.chars().allMatch(c -> c >= ' ') && NOT_IN_OLD.stream().noneMatch(regex::contains);
        }

        @Override
        public String matches(String tag, String regex) {
            return quoted(tag) + "::tag =~ " + InfluxQl.regex(regex);
        }
    };

    /** Groups with names, and classes of Unicode, which has more of them today. */
    private static final List<String> NOT_IN_OLD = List.of("(?<", "\\p", "\\P");

    /** Of a field in a statement. */
    private static final int LENGTH_BESIDE_NAME = 20;

    /** Of a field in the statement of a range, which may have its name four times. */
    private static final int LENGTH_OF_RANGE = 300;

    /** Of a field in the statement of weighted means, which has its name five times. */
    private static final int LENGTH_OF_MEANS = 600;

    /**
     * A field has different types if its type changed from one shard to the next.
     *
     * @param column its name in statements
     */
    record Field(String name, String column, Set<ValueType> types) {}

    /**
     * A column of an answer.
     *
     * @param field the index of its field
     * @param type of its values
     * @param text in the statement; the type also distinguishes a field from a tag of the same name
     */
    record Column(int field, ValueType type, String text) {
        /** Whether another column has values of the same field and type. */
        boolean repeats(@Nullable Column other) {
            return other != null && other.field == field && other.type == type;
        }
    }

    /** The columns after the time. Columns of one field have samples at different times. */
    List<Column> columns() {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            String field = quoted(fields.get(i).column());
            Set<ValueType> types = fields.get(i).types();
            if (types.contains(ValueType.FLOAT)) {
                // The server converts integers of the same field.
                columns.add(new Column(i, ValueType.FLOAT, field + "::float"));
            } else if (types.contains(ValueType.INTEGER)) {
                columns.add(new Column(i, ValueType.INTEGER, field + "::integer"));
            }
            if (types.contains(ValueType.BOOLEAN)) {
                columns.add(new Column(i, ValueType.BOOLEAN, field + "::boolean"));
            }
            if (types.contains(ValueType.TEXT)) {
                columns.add(new Column(i, ValueType.TEXT, field + "::string"));
            }
        }
        return columns;
    }

    /** The columns of a window after its start: means of numbers, and last flags and texts. */
    List<Column> windowColumns() {
        List<Column> columns = new ArrayList<>();
        for (Column each : columns()) {
            boolean isNumber = each.type() == ValueType.FLOAT || each.type() == ValueType.INTEGER;
            // The server's sum of integers overflows.
            columns.add(
                    isNumber
                            ? new Column(
                                    each.field(),
                                    ValueType.FLOAT,
                                    "mean(" + quoted(fields.get(each.field()).column()) + "::float)")
                            : new Column(each.field(), each.type(), "last(" + each.text() + ")"));
        }
        return columns;
    }

    /**
     * The columns of a window after its start, from the windows of a tier: for each field the weighted mean, and the mean
     * of windows without a number of values.
     */
    List<Column> weightedColumns() {
        return IntStream.range(0, fields.size())
                .boxed()
                .flatMap(i -> Stream.of(
                        new Column(i, ValueType.FLOAT, "sum(" + sum(i) + ") / sum(" + number(i) + ")"),
                        new Column(i, ValueType.FLOAT, "mean(" + mean(i) + ")")))
                .toList();
    }

    /** A column of the subquery of weighted means, whose name no tag may have: a mean times its number of values. */
    private static String sum(int field) {
        return quoted("weir sum " + field);
    }

    /** The number of values of such a mean. */
    private static String number(int field) {
        return quoted("weir number " + field);
    }

    /** The mean itself. */
    private static String mean(int field) {
        return quoted("weir mean " + field);
    }

    boolean hasFlags() {
        return fields.stream().anyMatch(each -> each.types().contains(ValueType.BOOLEAN));
    }

    /** The same measurement with a part of the fields each: statements are limited in length. */
    List<Measurement> parts() {
        return parts(LENGTH_BESIDE_NAME);
    }

    /** The parts whose panes a statement reads. */
    List<Measurement> partsForPanes() {
        return parts(LENGTH_OF_RANGE);
    }

    /** The parts whose weighted means a statement reads. */
    List<Measurement> partsForMeans() {
        return parts(LENGTH_OF_MEANS);
    }

    private List<Measurement> parts(int lengthBesideName) {
        return Statements.parts(fields, Field::column, lengthBesideName).stream()
                .map(part -> new Measurement(place, name, part))
                .toList();
    }

    /** A series for each set of tags, with a row for each moment. Times ascend. */
    String samples(Selection selection, long from, long to) {
        return select(columns(), column -> column, selection, from, to) + " GROUP BY *";
    }

    /** A series for each set of tags, with one row: the last value of each column, which the server finds fast. */
    String series(Selection selection, long from, long to) {
        return select(columns(), column -> "last(" + column + ")", selection, from, to) + " GROUP BY *";
    }

    /** A series for each set of tags, with a row for each window. */
    String windows(TableQuery query, long step, int mostSeries) {
        return select(windowColumns(), column -> column, query.selection(), query.from(), query.to())
                + " GROUP BY time(" + step + "ms), * fill(none)" + limit(query.selection(), mostSeries);
    }

    /** The same as {@link #windows}, from the windows of a tier, of which the fields are the means. */
    String weightedWindows(TableQuery query, long step, int mostSeries) {
        List<String> ofWindows = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            String mean = quoted(fields.get(i).column()) + "::float";
            String number = quoted(TierNames.column(fields.get(i).name(), RangeStatistic.COUNT)) + "::float";
            ofWindows.add(mean + " * " + number + " AS " + sum(i));
            // Zero, or nothing if the window has no mean.
            ofWindows.add(number + " + 0 * " + mean + " AS " + number(i));
            ofWindows.add(mean + " AS " + mean(i));
        }
        String windows = select(String.join(", ", ofWindows), query.selection(), query.from(), query.to());
        return "SELECT " + weightedColumns().stream().map(Column::text).collect(joining(", ")) + " FROM (" + windows
                + " GROUP BY *)" + between(query.from(), query.to()) + " GROUP BY time(" + step + "ms), * fill(none)"
                + limit(query.selection(), mostSeries);
    }

    /**
     * A series for each set of tags, with one row, which has the statistics of each field. The server converts integers,
     * because its sum of them overflows.
     */
    String range(TableQuery query, List<PaneStatistic> statistics) {
        String columns = fields.stream()
                .map(each -> quoted(each.column()) + "::float")
                .flatMap(field -> statistics.stream().map(each -> function(each) + "(" + field + ")"))
                .collect(joining(", "));
        return select(columns, query.selection(), query.from(), query.to()) + " GROUP BY *";
    }

    private static String function(PaneStatistic statistic) {
        return switch (statistic) {
            case COUNT -> "count";
            case SUM -> "sum";
            case MIN -> "min";
            case MAX -> "max";
        };
    }

    /** A series for each set of tags, with its latest rows, the latest first. */
    String last(TableQuery query, int mostSeries) {
        return samples(query.selection(), query.from(), query.to()) + " ORDER BY time DESC LIMIT " + LATEST_ROWS
                + limit(query.selection(), mostSeries);
    }

    /** Empty if the statement also finds other series, from which Weir itself selects. */
    private static String limit(Selection selection, int mostSeries) {
        boolean isExact = TagConditions.areAll(TagConditions.of(selection, LANGUAGE), selection);
        return isExact ? " SLIMIT " + mostSeries : "";
    }

    private String select(List<Column> columns, UnaryOperator<String> result, Selection selection, long from, long to) {
        return select(
                columns.stream().map(each -> result.apply(each.text())).collect(joining(", ")), selection, from, to);
    }

    private String select(String columns, Selection selection, long from, long to) {
        StringBuilder statement = new StringBuilder("SELECT ")
                .append(columns)
                .append(" FROM ")
                .append(place)
                .append(quoted(name))
                .append(between(from, to));
        TagConditions.of(selection, LANGUAGE)
                .forEach(condition -> statement.append(" AND ").append(condition));
        return statement.toString();
    }

    private static String between(long from, long to) {
        return " WHERE time >= " + from * NanoTimes.PER_MILLI + " AND time < " + (to + 1) * NanoTimes.PER_MILLI;
    }
}
