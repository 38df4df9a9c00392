package io.weir.query.clickhouse;

import static java.util.stream.Collectors.joining;

import io.weir.query.naming.TierNames;
import io.weir.query.series.RangeQuery;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.SeriesGroups;
import io.weir.query.series.ValueType;
import io.weir.query.store.NanoTimes;
import io.weir.query.store.PaneStatistic;
import io.weir.query.store.Panes;
import io.weir.query.store.TableField;
import io.weir.query.store.TableQuery;
import java.util.List;
import java.util.Locale;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/**
 * The statement that computes the panes of a table, from samples or from the windows of a tier.
 *
 * @param table the table with the fields whose panes are computed
 * @param read the same table with the columns that are read; in a tier, these are the results of each field
 * @param results the results of each field that are read, in the order of their columns; empty for samples
 */
record ClickHousePanes(ClickHouseTable table, ClickHouseTable read, List<RangeStatistic> results) {
    /** Characters of a field in a statement, besides its name, which may occur twice. */
    private static final int LENGTH_BESIDE_NAME = 380;

    /** Panes of samples. */
    static ClickHousePanes ofSamples(ClickHouseTable table) {
        return new ClickHousePanes(table, table, List.of());
    }

    /** Panes of the windows of a tier. */
    static ClickHousePanes ofWindows(ClickHouseTable table, RangeStatistic statistic) {
        List<RangeStatistic> results = TierNames.results(statistic);
        List<TableField> columns = table.columns().fields().stream()
                .flatMap(field -> results.stream()
                        .map(each ->
                                new TableField(field.name(), TierNames.column(field.name(), each), ValueType.FLOAT)))
                .toList();
        return new ClickHousePanes(table, table.with(columns), results);
    }

    /** The parts of a table with one statement each. */
    static List<ClickHouseTable> parts(ClickHouseTable table) {
        return table.parts(LENGTH_BESIDE_NAME);
    }

    /**
     * Returns a statement whose answer has a row for each pane of each set of tags: the number of the pane, the tags,
     * and the statistics of each field. Rows are in ascending order of panes. A row of a group has the tags of the
     * group and the statistics of the only field. Some servers take a constant in {@code GROUP BY} or {@code ORDER BY}
     * for the number of a column, so these clauses do not contain a single pane.
     */
    String statement(TableQuery query, Panes panes, RangeQuery ranges) {
        List<String> keys = ranges.groupsSamples()
                ? tags(ranges.groups().orElseThrow())
                : table.tags().toList();
        String rows = rows(query, panes, keys, PaneStatistic.of(ranges.statistic())) + groupBy(panes, keys);
        return (ranges.groupsSeries() ? groups(rows, panes, ranges) : rows)
                + (panes.areOne() ? "" : " ORDER BY " + pane());
    }

    /** The aliases of the tags that groups have. */
    private List<String> tags(SeriesGroups groups) {
        return table.columns().of(groups).tags().stream()
                .map(tag -> table.alias() + (1 + table.columns().tags().indexOf(tag)))
                .toList();
    }

    private String rows(TableQuery query, Panes panes, List<String> keys, List<PaneStatistic> statistics) {
        // Of a row: milliseconds from the start of the first range.
        String age = "intDiv(" + table.clock().nanos(table.alias() + 0) + " - ("
                + panes.ranges().start() * NanoTimes.PER_MILLI + "), " + NanoTimes.PER_MILLI + ")";
        BinaryOperator<String> divide = (number, by) -> "intDiv(" + number + ", " + by + ")";
        return "SELECT "
                + Stream.of(Stream.of(panes.number(age, divide) + " AS " + pane()), keys.stream(), ofPanes(statistics))
                        .flatMap(each -> each)
                        .collect(joining(", "))
                + read.from(query.selection(), query.from(), query.to())
                + (panes.haveGaps() ? " AND " + panes.contain(age, divide) : "");
    }

    /**
     * A statement of the statistics of groups. The value of a series is not finite if it is too large or its samples
     * cancel; all statistics of its group are then NaN.
     */
    private String groups(String rows, Panes panes, RangeQuery ranges) {
        SeriesGroups groups = ranges.groups().orElseThrow();
        String value = table.alias() + "v";
        List<String> kept = tags(groups);
        String ofGroups = Stream.of(
                        Stream.of(panes.areOne() ? "0" : pane()),
                        kept.stream(),
                        PaneStatistic.of(groups.statistic()).stream().map(each -> ofGroup(each, value)))
                .flatMap(each -> each)
                .collect(joining(", "));
        String values = Stream.of(
                        Stream.of(pane()), kept.stream(), Stream.of(value(ranges.statistic()) + " AS " + value))
                .flatMap(each -> each)
                .collect(joining(", "));
        return "SELECT " + ofGroups + " FROM (SELECT " + values + " FROM (" + rows + ") WHERE "
                + ofPane(PaneStatistic.COUNT, 0) + " > 0)" + groupBy(panes, kept);
    }

    private static String ofGroup(PaneStatistic statistic, String value) {
        return "if(countIf(isFinite(" + value + ")) = count(), toFloat64(" + function(statistic) + "(" + value
                + ")), nan)";
    }

    /** The value of a series in a pane. The mean of equal numbers is this number, also if their sum is rounded. */
    private String value(RangeStatistic statistic) {
        String count = ofPane(PaneStatistic.COUNT, 0);
        String sum = ofPane(PaneStatistic.SUM, 0);
        String min = ofPane(PaneStatistic.MIN, 0);
        String max = ofPane(PaneStatistic.MAX, 0);
        String cancel = PaneStatistic.cancel(count, sum, min, max);
        return switch (statistic) {
            case COUNT -> "toFloat64(" + count + ")";
            case SUM -> "if(" + cancel + ", nan, " + sum + ")";
            case MEAN ->
                "multiIf(" + cancel + ", nan, isFinite(" + sum + "), greatest(" + min + ", least(" + max + ", " + sum
                        + " / " + count + ")), " + sum + ")";
            case MIN -> min;
            case MAX -> max;
        };
    }

    private String groupBy(Panes panes, List<String> keys) {
        List<String> all = Stream.concat(panes.areOne() ? Stream.empty() : Stream.of(pane()), keys.stream())
                .toList();
        return all.isEmpty() ? "" : " GROUP BY " + String.join(", ", all);
    }

    private String pane() {
        return table.alias() + "p";
    }

    /** The statistics of each field in a pane, with their aliases. */
    private Stream<String> ofPanes(List<PaneStatistic> statistics) {
        return table.indexes().boxed().flatMap(i -> statistics.stream()
                .map(each -> computed(each, i) + " AS " + ofPane(each, i)));
    }

    private String ofPane(PaneStatistic statistic, int index) {
        return table.alias() + statistic.name().toLowerCase(Locale.ROOT) + index;
    }

    private String computed(PaneStatistic statistic, int index) {
        return results.isEmpty() ? ofSamples(statistic, index) : ofWindows(statistic, index);
    }

    private String ofSamples(PaneStatistic statistic, int index) {
        String isNumber = read.isNumber(index);
        return statistic == PaneStatistic.COUNT
                ? "countIf(" + isNumber + ")"
                : function(statistic) + "If(toFloat64(" + read.field(index) + "), " + isNumber + ")";
    }

    /**
     * A statistic of a pane from the windows in it. The sum of a window is its mean times its number of samples. For
     * minimum and maximum, the number of windows replaces the number of samples, which the tier may lack.
     */
    private String ofWindows(PaneStatistic statistic, int index) {
        String result = result(index, 0);
        String last = result(index, results.size() - 1);
        String value =
                switch (statistic) {
                    case COUNT ->
                        results.get(0) == RangeStatistic.MIN || results.get(0) == RangeStatistic.MAX ? "1" : last;
                    case SUM -> result + " * " + last;
                    case MIN, MAX -> result;
                };
        String function = statistic == PaneStatistic.COUNT ? "sum" : function(statistic);
        return function + "If(ifNull(toFloat64(" + value + "), 0), " + result + " IS NOT NULL AND " + last
                + " IS NOT NULL)";
    }

    /** The alias of a result of a field. */
    private String result(int field, int result) {
        return read.field(results.size() * field + result);
    }

    private static String function(PaneStatistic statistic) {
        return switch (statistic) {
            case COUNT -> "count";
            case SUM -> "sumKahan";
            case MIN -> "min";
            case MAX -> "max";
        };
    }
}
