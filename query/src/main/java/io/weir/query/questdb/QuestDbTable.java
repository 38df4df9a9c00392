package io.weir.query.questdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.query.naming.PromqlNames;
import io.weir.query.naming.Selection;
import io.weir.query.promql.Matcher;
import io.weir.query.promql.Matcher.Comparison;
import java.net.URLEncoder;
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

    /** Of all comparisons, in the address of the request. */
    private static final int LONGEST_COMPARISONS = 8_000;

    /** Of the names of the fields, in the address of the request; a statement has each name at most twice. */
    private static final int LONGEST_FIELDS = 8_000;

    /** What a statement has in addition to the name of a field. */
    private static final int LENGTH_BESIDE_NAME = 20;

    /** A column of values; a flag is never null. */
    record Field(String name, boolean isFlag) {}

    /** The label of each tag. */
    List<String> labels() {
        return tags.stream().map(PromqlNames::label).toList();
    }

    /** The same table with a part of the fields each: statements are limited in length. */
    List<QuestDbTable> parts() {
        List<QuestDbTable> parts = new ArrayList<>();
        List<Field> part = new ArrayList<>();
        int length = 0;
        for (Field each : fields) {
            if (length > LONGEST_FIELDS) {
                parts.add(with(part));
                part = new ArrayList<>();
                length = 0;
            }
            part.add(each);
            length += encodedLength(each.name()) + LENGTH_BESIDE_NAME;
        }
        parts.add(with(part));
        return parts;
    }

    private QuestDbTable with(List<Field> some) {
        return new QuestDbTable(name, stamp, ticks, tags, some);
    }

    private static int encodedLength(String text) {
        return URLEncoder.encode(text, UTF_8).length();
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
        int length = 0;
        for (Matcher each : selection.labels()) {
            String tag = byLabel.get(each.label());
            if (tag != null && each.comparison() == Comparison.EQUALS && isComparable(each.value())) {
                String comparison = " AND " + quoted(tag) + " = " + literal(each.value());
                length += encodedLength(comparison);
                if (length > LONGEST_COMPARISONS) {
                    // Weir checks all matchers itself, too.
                    break;
                }
                statement.append(comparison);
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
