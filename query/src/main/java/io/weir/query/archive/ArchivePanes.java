package io.weir.query.archive;

import io.weir.query.archive.ArchiveFiles.Part;
import io.weir.query.series.RangeQuery;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.SeriesGroups;
import io.weir.query.store.NanoTimes;
import io.weir.query.store.PaneStatistic;
import io.weir.query.store.Panes;
import java.util.List;
import java.util.Locale;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/** The statement that computes the panes of a table. */
final class ArchivePanes {
    private final ArchiveTable table;
    private final Panes panes;
    private final RangeQuery ranges;

    ArchivePanes(ArchiveTable table, Panes panes, RangeQuery ranges) {
        this.table = table;
        this.panes = panes;
        this.ranges = ranges;
    }

    /**
     * A row for each pane of each set of tags: its number, the tags, and the statistics of each field. Panes ascend. Of
     * groups, their tags and the statistics of the only field.
     */
    String statement(Part part) {
        List<String> keys = ranges.groupsSamples()
                ? tags(ranges.groups().orElseThrow())
                : table.tags().toList();
        String rows = ofKeys(part, keys);
        return (ranges.groupsSeries() ? ofGroups(rows) : rows) + " ORDER BY p";
    }

    /** The aliases of the tags that groups have. */
    private List<String> tags(SeriesGroups groups) {
        return table.columns().of(groups).tags().stream()
                .map(tag -> "k" + table.columns().tags().indexOf(tag))
                .toList();
    }

    private String ofKeys(Part part, List<String> keys) {
        // Of a row: milliseconds from the start of the first range.
        String age = "((t - (" + panes.ranges().start() * NanoTimes.PER_MILLI + ")) // " + NanoTimes.PER_MILLI + ")";
        BinaryOperator<String> divide = (number, by) -> "(" + number + " // " + by + ")";
        Stream<String> statistics = table.indexes().boxed().flatMap(i -> PaneStatistic.of(ranges.statistic()).stream()
                .map(each -> computed(each, "f" + i) + " AS " + ofPane(each, i)));
        return "SELECT "
                + ArchiveTable.joined(Stream.of(panes.number(age, divide) + " AS p"), keys.stream(), statistics)
                + " FROM (" + table.moments(part) + ")"
                + (panes.haveGaps() ? " WHERE " + panes.contain(age, divide) : "") + " GROUP BY ALL";
    }

    /** If the value of a series is null, all statistics of its group are. */
    private String ofGroups(String rows) {
        SeriesGroups groups = ranges.groups().orElseThrow();
        List<String> kept = tags(groups);
        Stream<String> statistics = PaneStatistic.of(groups.statistic()).stream()
                .map(each -> "CASE WHEN count(v) = count(*) THEN " + computed(each, "v") + " END");
        String value = value(ranges.statistic()) + " AS v";
        return "SELECT " + ArchiveTable.joined(Stream.of("p"), kept.stream(), statistics) + " FROM (SELECT "
                + ArchiveTable.joined(Stream.of("p"), kept.stream(), Stream.of(value)) + " FROM (" + rows + ") WHERE "
                + ofPane(PaneStatistic.COUNT, 0) + " > 0) GROUP BY ALL";
    }

    /**
     * The value of a series in a pane; null if it is too large, or if its samples cancel. The mean of equal numbers is this
     * number, also if their sum is rounded.
     */
    private static String value(RangeStatistic statistic) {
        String count = ofPane(PaneStatistic.COUNT, 0);
        String sum = ofPane(PaneStatistic.SUM, 0);
        String min = ofPane(PaneStatistic.MIN, 0);
        String max = ofPane(PaneStatistic.MAX, 0);
        String unless =
                "CASE WHEN isfinite(" + sum + ") AND NOT " + PaneStatistic.cancel(count, sum, min, max) + " THEN ";
        return switch (statistic) {
            case COUNT -> count;
            case SUM -> unless + sum + " END";
            case MEAN -> unless + "greatest(" + min + ", least(" + max + ", " + sum + " / " + count + ")) END";
            case MIN -> min;
            case MAX -> max;
        };
    }

    /**
     * {@code fsum} compensates for the rounding of sums, but not where DuckDB adds the sums of several threads: the sum of a
     * list is that of one thread.
     */
    private static String computed(PaneStatistic statistic, String field) {
        return switch (statistic) {
            case COUNT -> "count(" + field + ")";
            case SUM -> "list_aggregate(list(" + field + "::DOUBLE), 'fsum')";
            case MIN -> "min(" + field + "::DOUBLE)";
            case MAX -> "max(" + field + "::DOUBLE)";
        };
    }

    private static String ofPane(PaneStatistic statistic, int index) {
        return statistic.name().toLowerCase(Locale.ROOT) + index;
    }
}
