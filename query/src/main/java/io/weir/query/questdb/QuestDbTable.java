package io.weir.query.questdb;

import static io.weir.contract.rule.storage.QuestDbQuoting.literal;
import static io.weir.contract.rule.storage.QuestDbQuoting.quoted;

import io.weir.query.naming.Selection;
import io.weir.query.series.RangeQuery;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.SeriesGroups;
import io.weir.query.series.ValueType;
import io.weir.query.store.PaneStatistic;
import io.weir.query.store.Panes;
import io.weir.query.store.PlainRegex;
import io.weir.query.store.Statements;
import io.weir.query.store.TableColumns;
import io.weir.query.store.TableField;
import io.weir.query.store.TableQuery;
import io.weir.query.store.TagConditions;
import io.weir.query.store.TagLanguage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BinaryOperator;

/**
 * The selected columns of a table, and the statements that read them.
 *
 * @param stamp the column of times
 * @param ticks of its times in a millisecond
 * @param tags the columns of symbols
 * @param fields the selected columns of values
 * @param isExact whether QuestDB computes of the fields what Weir would: repeated rows are one, and no field is a flag or
 *     a float of 32 bits, of which QuestDB passes on fewer digits than it has
 */
record QuestDbTable(
        String name, String stamp, long ticks, List<String> tags, List<TableField> fields, boolean isExact) {
    /** Of a field in a statement. */
    private static final int LENGTH_BESIDE_NAME = 20;

    /** Of a field in the statement of panes, which has its name five times. */
    private static final int LENGTH_OF_PANES = 400;

    /** Of a field in the statement of last values, which has its name five times. */
    private static final int LENGTH_OF_LAST = 400;

    TableColumns columns() {
        return new TableColumns(name, tags, fields);
    }

    /** The same table with a part of the fields each: statements are limited in length. */
    List<QuestDbTable> parts() {
        return parts(LENGTH_BESIDE_NAME);
    }

    /** The parts whose panes a statement reads. */
    List<QuestDbTable> partsForPanes() {
        return parts(LENGTH_OF_PANES);
    }

    /** The parts whose last values a statement reads. */
    List<QuestDbTable> partsForLast() {
        return parts(LENGTH_OF_LAST);
    }

    private List<QuestDbTable> parts(int lengthBesideName) {
        return Statements.parts(fields, TableField::name, lengthBesideName).stream()
                .map(part -> new QuestDbTable(name, stamp, ticks, tags, part, isExact))
                .toList();
    }

    /** Whether a statement reads one field of exactly the series that a selection selects. */
    boolean computesGroups(Selection selection) {
        return fields.size() == 1
                && columns().areTagsFew()
                && TagConditions.areAll(TagConditions.of(selection, new Language(tags)), selection);
    }

    /** A row for each moment: its time, the tags, and the fields. Times ascend. */
    String samples(Selection selection, long from, long to) {
        StringBuilder statement =
                new StringBuilder("SELECT cast(").append(quoted(stamp)).append(" AS long) ticks");
        tags.forEach(tag -> statement.append(", ").append(quoted(tag)));
        fields.forEach(field -> statement.append(", ").append(quoted(field.name())));
        where(statement, selection, from, to);
        return statement.append(" ORDER BY ").append(quoted(stamp)).toString();
    }

    /** A row for each set of tags: the tags, and the number of values of each field. */
    String series(Selection selection, long from, long to) {
        List<String> columns = new ArrayList<>();
        tags.forEach(tag -> columns.add(quoted(tag)));
        for (int i = 0; i < fields.size(); i++) {
            TableField field = fields.get(i);
            columns.add((isFlag(field) ? "count()" : "count(" + quoted(field.name()) + ")") + " values" + i);
        }
        StringBuilder statement = new StringBuilder("SELECT ").append(String.join(", ", columns));
        where(statement, selection, from, to);
        return statement.toString();
    }

    /** A row for each window of each set of tags: its start, the tags, and the mean or last text of each field. */
    String windows(TableQuery query, long step, int mostRows) {
        long length = step * ticks;
        StringBuilder statement = new StringBuilder("SELECT cast(")
                .append(quoted(stamp))
                .append(" AS long) / ")
                .append(length)
                .append(" * ")
                .append(length)
                .append(" begin");
        tags.forEach(tag -> statement.append(", ").append(quoted(tag)));
        for (int i = 0; i < fields.size(); i++) {
            boolean isText = fields.get(i).type() == ValueType.TEXT;
            statement
                    .append(isText ? ", last_not_null(" : ", avg(")
                    .append(quoted(fields.get(i).name()))
                    .append(") field")
                    .append(i);
        }
        where(statement, query.selection(), query.from(), query.to());
        return statement.append(" ORDER BY begin LIMIT -").append(mostRows).toString();
    }

    /**
     * A row for each pane of each set of tags: its number, the tags, and the statistics of each field. Panes ascend. Of
     * groups, their tags and the statistics of the only field.
     */
    String panes(TableQuery query, Panes panes, RangeQuery ranges) {
        String prefix = prefix();
        TableColumns keys =
                ranges.groupsSamples() ? columns().of(ranges.groups().orElseThrow()) : columns();
        String statement = panes(query, panes, ranges, keys, prefix);
        String isInRange = prefix + "pane % 2 = 0";
        boolean areGapsGrouped = areGapsGrouped(panes, ranges);
        if (ranges.groupsSeries()) {
            statement = groups(statement, areGapsGrouped ? " AND " + isInRange : "", ranges, prefix);
        } else if (areGapsGrouped) {
            // In a subquery, * is the names without quotes, so a tag named count would be a function.
            statement = "SELECT " + paneColumns(ranges, keys, prefix) + " FROM (" + statement + ") WHERE " + isInRange;
        }
        return statement + " ORDER BY " + prefix + "pane";
    }

    /**
     * Whether samples between ranges are left out after the grouping only: QuestDB compiles the conditions on rows to machine
     * code, unless one of them is an expression.
     */
    private static boolean areGapsGrouped(Panes panes, RangeQuery ranges) {
        return panes.haveSmallGaps() && ranges.groups().isPresent();
    }

    private String paneColumns(RangeQuery ranges, TableColumns keys, String prefix) {
        List<String> columns = new ArrayList<>(List.of(prefix + "pane"));
        keys.tags().forEach(tag -> columns.add(quoted(tag)));
        for (int i = 0; i < fields.size(); i++) {
            for (PaneStatistic each : PaneStatistic.of(ranges.statistic())) {
                columns.add(prefix + column(each) + i);
            }
        }
        return String.join(", ", columns);
    }

    private String panes(TableQuery query, Panes panes, RangeQuery ranges, TableColumns keys, String prefix) {
        // Of a row: milliseconds from the start of the first range.
        String age =
                "((cast(" + quoted(stamp) + " AS long) - (" + panes.ranges().start() * ticks + ")) / " + ticks + ")";
        BinaryOperator<String> divide = (number, by) -> "(" + number + " / " + by + ")";
        List<String> columns = new ArrayList<>(List.of(panes.number(age, divide) + " " + prefix + "pane"));
        keys.tags().forEach(tag -> columns.add(quoted(tag)));
        for (int i = 0; i < fields.size(); i++) {
            String name = quoted(fields.get(i).name());
            for (PaneStatistic each : PaneStatistic.of(ranges.statistic())) {
                columns.add(computed(each, name) + " " + prefix + column(each) + i);
            }
        }
        StringBuilder statement = new StringBuilder("SELECT ").append(String.join(", ", columns));
        where(statement, query.selection(), query.from(), query.to());
        if (panes.haveGaps() && !areGapsGrouped(panes, ranges)) {
            statement.append(" AND ").append(panes.contain(age, divide));
        }
        return statement.toString();
    }

    /** If a value is null, all statistics of its group are. Without tags, a single pane has a row also without values. */
    private String groups(String rows, String condition, RangeQuery ranges, String prefix) {
        SeriesGroups groups = ranges.groups().orElseThrow();
        String pane = prefix + "pane";
        String value = prefix + "value";
        List<String> ofValues = new ArrayList<>(List.of(pane));
        tags.forEach(tag -> ofValues.add(quoted(tag)));
        ofValues.add(value(ranges.statistic(), prefix) + " " + value);
        List<String> ofGroups = new ArrayList<>(List.of(pane));
        columns().of(groups).tags().forEach(tag -> ofGroups.add(quoted(tag)));
        for (PaneStatistic each : PaneStatistic.of(groups.statistic())) {
            ofGroups.add("CASE WHEN count(" + value + ") = count() THEN " + computed(each, value) + " END " + prefix
                    + column(each));
        }
        return "SELECT " + String.join(", ", ofGroups) + " FROM (SELECT " + String.join(", ", ofValues) + " FROM ("
                + rows + ") WHERE " + prefix + column(PaneStatistic.COUNT) + "0 > 0" + condition + ")";
    }

    /**
     * The value of a series in a pane. It is null if it is too large, if its samples cancel, or if a tag is empty, because
     * QuestDB distinguishes an empty tag from a missing one. The mean of equal numbers is this number, also if their sum
     * is rounded.
     */
    private String value(RangeStatistic statistic, String prefix) {
        StringBuilder value = new StringBuilder("CASE");
        tags.forEach(tag -> value.append(" WHEN ").append(quoted(tag)).append(" = '' THEN NULL"));
        String count = prefix + column(PaneStatistic.COUNT) + 0;
        String sum = prefix + column(PaneStatistic.SUM) + 0;
        String min = prefix + column(PaneStatistic.MIN) + 0;
        String max = prefix + column(PaneStatistic.MAX) + 0;
        String computed =
                switch (statistic) {
                    case COUNT -> count;
                    case SUM -> sum;
                    // A comparison takes numbers that nearly are the same for equal.
                    case MEAN -> "greatest(" + min + ", least(" + max + ", " + sum + " / " + count + "))";
                    case MIN -> min;
                    case MAX -> max;
                };
        boolean isOfSum = PaneStatistic.of(statistic).contains(PaneStatistic.SUM);
        if (isOfSum) {
            value.append(" WHEN ").append(sum).append(" IS NULL OR ");
            value.append(PaneStatistic.cancel(count, sum, min, max)).append(" THEN NULL");
        }
        return tags.isEmpty() && !isOfSum
                ? computed
                : value.append(" ELSE ").append(computed).append(" END").toString();
    }

    private static String column(PaneStatistic statistic) {
        return statistic.name().toLowerCase(Locale.ROOT);
    }

    /** The beginning of the names of computed columns, with which no tag begins. Case does not count. */
    private String prefix() {
        String prefix = "c";
        for (String tag : tags) {
            while (tag.toLowerCase(Locale.ROOT).startsWith(prefix)) {
                prefix += "_";
            }
        }
        return prefix;
    }

    private static String computed(PaneStatistic statistic, String field) {
        String number = "(cast(" + field + " AS double))";
        return switch (statistic) {
            case COUNT -> "count(" + field + ")";
            case SUM -> "nsum" + number;
            case MIN -> "min" + number;
            case MAX -> "max" + number;
        };
    }

    /**
     * A row for each set of tags: the tags, and for each field the last value, the times of the last and of the first one,
     * and the number of values.
     */
    String last(Selection selection, long from, long to) {
        List<String> columns = new ArrayList<>();
        tags.forEach(tag -> columns.add(quoted(tag)));
        for (int i = 0; i < fields.size(); i++) {
            String name = quoted(fields.get(i).name());
            String time = "(CASE WHEN " + name + " IS NOT NULL THEN " + quoted(stamp) + " END)";
            columns.add("last_not_null(" + name + ") last" + i);
            columns.add("cast(max(" + time + ") AS long) latest" + i);
            columns.add("cast(min(" + time + ") AS long) earliest" + i);
            columns.add("count(" + name + ") values" + i);
        }
        StringBuilder statement = new StringBuilder("SELECT ").append(String.join(", ", columns));
        where(statement, selection, from, to);
        return statement.toString();
    }

    private void where(StringBuilder statement, Selection selection, long from, long to) {
        statement
                .append(" FROM ")
                .append(quoted(name))
                .append(" WHERE ")
                .append(quoted(stamp))
                .append(" >= ")
                .append(literal(Instant.ofEpochMilli(from).toString()))
                .append(" AND ")
                .append(quoted(stamp))
                .append(" < ")
                .append(literal(Instant.ofEpochMilli(to + 1).toString()));
        TagConditions.of(selection, new Language(tags))
                .forEach(condition -> statement.append(" AND ").append(condition));
        if (fields.stream().noneMatch(QuestDbTable::isFlag)) {
            List<String> present = fields.stream()
                    .map(field -> quoted(field.name()) + " IS NOT NULL")
                    .toList();
            statement.append(" AND (").append(String.join(" OR ", present)).append(')');
        }
    }

    /** QuestDB has the regular expressions of Java. */
    private record Language(List<String> tags) implements TagLanguage {
        @Override
        public boolean canCompare(String tag) {
            return tags.contains(tag);
        }

        @Override
        public String equal(String tag, String value) {
            return quoted(tag) + " = " + literal(value);
        }

        @Override
        public boolean canMatch(String regex) {
            return PlainRegex.isPlain(regex) && PlainRegex.isFast(regex);
        }

        @Override
        public String matches(String tag, String regex) {
            return quoted(tag) + " ~ " + literal("(?d)" + regex);
        }
    }

    /** A flag is never null. */
    private static boolean isFlag(TableField field) {
        return field.type() == ValueType.BOOLEAN;
    }
}
