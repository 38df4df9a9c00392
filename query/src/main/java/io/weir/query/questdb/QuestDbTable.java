package io.weir.query.questdb;

import io.weir.query.naming.Selection;
import io.weir.query.series.ValueType;
import io.weir.query.store.Statements;
import io.weir.query.store.TableColumns;
import io.weir.query.store.TableField;
import io.weir.query.store.TagConditions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The selected columns of a table, and the statements that read them.
 *
 * @param stamp the column of times
 * @param ticks of its times in a millisecond
 * @param tags the columns of symbols
 * @param fields the selected columns of values
 */
record QuestDbTable(String name, String stamp, long ticks, List<String> tags, List<TableField> fields) {
    /** Of a field in a statement. */
    private static final int LENGTH_BESIDE_NAME = 20;

    TableColumns columns() {
        return new TableColumns(name, tags, fields);
    }

    /** The same table with a part of the fields each: statements are limited in length. */
    List<QuestDbTable> parts() {
        return Statements.parts(fields, TableField::name, LENGTH_BESIDE_NAME).stream()
                .map(part -> new QuestDbTable(name, stamp, ticks, tags, part))
                .toList();
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
        TagConditions.of(selection, tags::contains, (tag, value) -> quoted(tag) + " = " + literal(value))
                .forEach(condition -> statement.append(" AND ").append(condition));
        if (fields.stream().noneMatch(QuestDbTable::isFlag)) {
            List<String> present = fields.stream()
                    .map(field -> quoted(field.name()) + " IS NOT NULL")
                    .toList();
            statement.append(" AND (").append(String.join(" OR ", present)).append(')');
        }
    }

    /** A flag is never null. */
    private static boolean isFlag(TableField field) {
        return field.type() == ValueType.BOOLEAN;
    }

    private static String quoted(String name) {
        return '"' + name + '"';
    }

    static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
