package io.weir.query.questdb;

import io.weir.query.naming.PromqlNames;
import io.weir.query.naming.Selection;
import io.weir.query.promql.Matcher;
import io.weir.query.promql.Matcher.Comparison;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The selected columns of a table, and the statements that read them.
 *
 * @param stamp the column of times
 * @param ticks of its times in a millisecond
 * @param tags the columns of symbols
 * @param fields the selected columns of numbers and flags
 */
record QuestDbTable(String name, String stamp, long ticks, List<String> tags, List<Field> fields) {
    /** A longer text is not compared by the store: statements are limited in length. */
    private static final int LONGEST_TEXT = 1_000;

    /** A column of values; a flag is never null. */
    record Field(String name, boolean isFlag) {}

    /** The label of each tag. */
    List<String> labels() {
        return tags.stream().map(PromqlNames::label).toList();
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
            Field field = fields.get(i);
            columns.add((field.isFlag() ? "count()" : "count(" + quoted(field.name()) + ")") + " values" + i);
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
        Map<String, String> byLabel = new HashMap<>();
        tags.forEach(tag -> byLabel.put(PromqlNames.label(tag), tag));
        for (Matcher each : selection.labels()) {
            String tag = byLabel.get(each.label());
            if (tag != null && each.comparison() == Comparison.EQUALS && isComparable(each.value())) {
                statement.append(" AND ").append(quoted(tag)).append(" = ").append(literal(each.value()));
            }
        }
        if (fields.stream().noneMatch(Field::isFlag)) {
            List<String> present = fields.stream()
                    .map(field -> quoted(field.name()) + " IS NOT NULL")
                    .toList();
            statement.append(" AND (").append(String.join(" OR ", present)).append(')');
        }
    }

    /** Whether the store compares the text as Weir does; an empty text is a tag that a series lacks. */
    private static boolean isComparable(String text) {
        return !text.isEmpty() && text.length() <= LONGEST_TEXT && text.chars().allMatch(c -> c >= ' ');
    }

    private static String quoted(String name) {
        return '"' + name + '"';
    }

    static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
