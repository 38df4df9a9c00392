package io.weir.dashboard.history;

import io.weir.contract.rule.match.TextPattern;
import java.time.Instant;
import java.util.List;

/**
 * One measurement in QuestDB, and the statements that query it.
 *
 * @param tags its symbol columns
 * @param fields its requested numeric columns
 * @param texts its requested columns of texts
 */
record QuestDbTable(String name, List<String> tags, List<String> fields, List<String> texts) {
    /**
     * Columns of {@link #lasts} for each field: last value, time of the last, time of the first,
     * number of values.
     */
    static final int COLUMNS_OF_LAST = 4;

    /** A row for each window and series: its start, the tags, and the mean of each field. */
    String means(Range range, int mostRows) {
        return sampled(range, "avg", fields, mostRows);
    }

    /** A row for each window and series: its start, the tags, and the last text of each column. */
    String lastTexts(Range range, int mostRows) {
        return sampled(range, "last_not_null", texts, mostRows);
    }

    /** Returns the latest rows if there are too many. */
    private String sampled(Range range, String function, List<String> columns, int mostRows) {
        StringBuilder statement = new StringBuilder("SELECT timestamp");
        tags.forEach(tag -> statement.append(", ").append(quoted(tag)));
        columns.forEach(column -> statement
                .append(", ")
                .append(function)
                .append("(")
                .append(quoted(column))
                .append(")"));
        where(statement, range, range.fromMillis(), range.toMillis());
        return statement
                .append(" SAMPLE BY ")
                .append(range.stepMillis() / 1000)
                .append("s ALIGN TO CALENDAR LIMIT -")
                .append(mostRows)
                .toString();
    }

    /**
     * A row for each series with a value in this time: the tags, and {@link #COLUMNS_OF_LAST}
     * columns for each field.
     */
    String lasts(Range range, long fromMillis, long toMillis, int mostRows) {
        StringBuilder statement = new StringBuilder("SELECT ");
        tags.forEach(tag -> statement.append(quoted(tag)).append(", "));
        for (int i = 0; i < fields.size(); i++) {
            String field = quoted(fields.get(i));
            String time = "(CASE WHEN " + field + " IS NOT NULL THEN timestamp END)";
            statement
                    .append(i == 0 ? "" : ", ")
                    .append("last_not_null(" + field + "), max" + time + ", min" + time + ", count(" + field + ")");
        }
        where(statement, range, fromMillis, toMillis);
        return statement.append(" LIMIT ").append(mostRows).toString();
    }

    private void where(StringBuilder statement, Range range, long fromMillis, long toMillis) {
        statement
                .append(" FROM ")
                .append(quoted(name))
                .append(" WHERE timestamp >= ")
                .append(literal(Instant.ofEpochMilli(fromMillis).toString()))
                .append(" AND timestamp < ")
                .append(literal(Instant.ofEpochMilli(toMillis).toString()));
        range.selector().series().tags().forEach((key, pattern) -> statement
                .append(" AND ")
                .append(quoted(key))
                .append(
                        pattern.isLiteral()
                                ? " = " + literal(only(pattern))
                                : " ~ " + literal("^(?:" + pattern.regex() + ")$")));
    }

    private static String only(TextPattern literal) {
        return literal.texts().orElseThrow().get(0);
    }

    private static String quoted(String name) {
        return '"' + name + '"';
    }

    static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
