package io.weir.query.influxdb;

import static io.weir.contract.rule.storage.InfluxQl.literal;
import static io.weir.contract.rule.storage.InfluxQl.quoted;
import static java.util.stream.Collectors.joining;

import io.weir.contract.rule.storage.InfluxQl;
import io.weir.query.naming.Selection;
import io.weir.query.series.ValueType;
import io.weir.query.store.NanoTimes;
import io.weir.query.store.Statements;
import io.weir.query.store.TagConditions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The selected fields of a measurement, and the statements that read them. */
record Measurement(String name, List<Field> fields) {
    /** Of a field in a statement. */
    private static final int LENGTH_BESIDE_NAME = 20;

    /** A field has different types if its type changed from one shard to the next. */
    record Field(String name, Set<ValueType> types) {}

    /**
     * A column of an answer.
     *
     * @param field the index of its field
     * @param type of its values
     * @param text in the statement; the type also tells a field from a tag of the same name
     */
    record Column(int field, ValueType type, String text) {}

    /** The columns after the time. Columns of one field have samples at different times. */
    List<Column> columns() {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            String field = quoted(fields.get(i).name());
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

    /** The same measurement with a part of the fields each: statements are limited in length. */
    List<Measurement> parts() {
        return Statements.parts(fields, Field::name, LENGTH_BESIDE_NAME).stream()
                .map(part -> new Measurement(name, part))
                .toList();
    }

    /** A series for each set of tags, with a row for each moment. Times ascend. */
    String samples(Selection selection, long from, long to) {
        return select(selection, from, to, column -> column);
    }

    /** A series for each set of tags, with one row: the last value of each column, which the server finds fast. */
    String series(Selection selection, long from, long to) {
        return select(selection, from, to, column -> "last(" + column + ")");
    }

    private String select(Selection selection, long from, long to, UnaryOperator<String> result) {
        StringBuilder statement = new StringBuilder("SELECT ")
                .append(columns().stream()
                        .map(each -> result.apply(each.text()))
                        .collect(joining(", ")))
                .append(" FROM ")
                .append(selection
                        .tier()
                        .map(tier -> quoted(InfluxQl.policy(tier)) + ".")
                        .orElse(""))
                .append(quoted(name))
                .append(" WHERE time >= ")
                .append(from * NanoTimes.PER_MILLI)
                .append(" AND time < ")
                .append((to + 1) * NanoTimes.PER_MILLI);
        TagConditions.of(
                        selection,
                        InfluxQlNames::isTag,
                        (tag, value) -> quoted(tag) + "::tag = " + literal(value),
                        (tag, regex) -> quoted(tag) + "::tag =~ " + InfluxQl.regex("(?s)" + regex))
                .forEach(condition -> statement.append(" AND ").append(condition));
        return statement.append(" GROUP BY *").toString();
    }
}
