package io.weir.dashboard.history;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.contract.rule.TextPattern;
import io.weir.dashboard.history.Past.PastSeries;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Asks QuestDB, where each measurement is a table, its tags are symbols, and a row has all fields of a moment. */
final class QuestDbHistory implements HistoryStore {
    private static final String STAMP = "timestamp";
    private static final Set<String> NUMBERS = Set.of("DOUBLE", "FLOAT", "LONG", "INT", "SHORT", "BYTE");
    private static final int MOST_TABLES = 20;
    private static final int MOST_ROWS = 100_000;

    private final StoreHttp store;

    QuestDbHistory(StoreHttp store) {
        this.store = store;
    }

    @Override
    public Past read(Range range) throws IOException, InterruptedException {
        List<PastSeries> series = new ArrayList<>();
        List<String> tables = tables(range.selector().series().measurement());
        boolean isCapped = tables.size() > MOST_TABLES;
        for (String table : tables.subList(0, Math.min(MOST_TABLES, tables.size()))) {
            isCapped |= read(table, range, series);
        }
        return new Past(series, "raw", range.stepMillis(), isCapped);
    }

    private List<String> tables(TextPattern measurement) throws IOException, InterruptedException {
        List<String> tables = new ArrayList<>();
        for (JsonNode row : rows("SELECT table_name FROM tables()")) {
            String name = row.path(0).asText();
            // A quote in a name cannot be spelled.
            if (name.indexOf('"') < 0 && measurement.matches(name)) {
                tables.add(name);
            }
        }
        return tables;
    }

    /** Adds what a table has; returns whether that is not all. */
    private boolean read(String table, Range range, List<PastSeries> to) throws IOException, InterruptedException {
        List<String> tags = new ArrayList<>();
        List<String> fields = new ArrayList<>();
        for (JsonNode row : rows("SELECT \"column\", type FROM table_columns(" + literal(table) + ")")) {
            String name = row.path(0).asText();
            String type = row.path(1).asText();
            if (name.indexOf('"') >= 0) {
                continue;
            }
            if (type.equals("SYMBOL")) {
                tags.add(name);
            } else if (NUMBERS.contains(type) && range.selector().field().matches(name)) {
                fields.add(name);
            }
        }
        if (fields.isEmpty()
                || !tags.containsAll(range.selector().series().tags().keySet())) {
            return false;
        }
        List<JsonNode> rows = rows(statement(table, tags, fields, range));
        gather(table, tags, fields, rows, range, to);
        return rows.size() == MOST_ROWS;
    }

    /** The latest rows, if there are too many. */
    private static String statement(String table, List<String> tags, List<String> fields, Range range) {
        StringBuilder statement = new StringBuilder("SELECT ").append(STAMP);
        tags.forEach(tag -> statement.append(", ").append(quoted(tag)));
        for (int i = 0; i < fields.size(); i++) {
            statement
                    .append(", avg(")
                    .append(quoted(fields.get(i)))
                    .append(") AS f")
                    .append(i);
        }
        statement
                .append(" FROM ")
                .append(quoted(table))
                .append(" WHERE timestamp >= ")
                .append(literal(Instant.ofEpochMilli(range.fromMillis()).toString()))
                .append(" AND timestamp < ")
                .append(literal(Instant.ofEpochMilli(range.toMillis()).toString()));
        range.selector().series().tags().forEach((key, pattern) -> statement
                .append(" AND ")
                .append(quoted(key))
                .append(
                        pattern.isLiteral()
                                ? " = " + literal(only(pattern))
                                : " ~ " + literal("^(?:" + pattern.regex() + ")$")));
        return statement
                .append(" SAMPLE BY ")
                .append(range.stepMillis() / 1000)
                .append("s ALIGN TO CALENDAR LIMIT -")
                .append(MOST_ROWS)
                .toString();
    }

    private static void gather(
            String table,
            List<String> tags,
            List<String> fields,
            List<JsonNode> rows,
            Range range,
            List<PastSeries> to) {
        Map<SortedMap<String, String>, List<PastSeries>> known = new LinkedHashMap<>();
        for (JsonNode row : rows) {
            SortedMap<String, String> values = new TreeMap<>();
            for (int i = 0; i < tags.size(); i++) {
                Optional<String> value = Optional.ofNullable(row.path(i + 1).textValue());
                String key = tags.get(i);
                value.ifPresent(text -> values.put(key, text));
            }
            // With the tags that it must not have, which the statement does not say.
            if (!range.selector().series().test(table, values)) {
                continue;
            }
            List<PastSeries> of = known.computeIfAbsent(values, unseen -> new ArrayList<>());
            long millis = Instant.parse(row.path(0).asText()).toEpochMilli();
            for (int i = 0; i < fields.size(); i++) {
                while (of.size() <= i) {
                    of.add(new PastSeries(table, values, fields.get(of.size()), new ArrayList<>()));
                }
                JsonNode value = row.path(tags.size() + 1 + i);
                if (value.isNumber()) {
                    of.get(i).points().add(new Object[] {millis, value.doubleValue()});
                }
            }
        }
        known.values().forEach(all -> all.stream()
                .filter(series -> !series.points().isEmpty())
                .forEach(to::add));
    }

    private static String only(TextPattern literal) {
        return literal.texts().orElseThrow().get(0);
    }

    private List<JsonNode> rows(String statement) throws IOException, InterruptedException {
        List<JsonNode> rows = new ArrayList<>();
        store.get("/exec", Map.of("query", statement)).path("dataset").forEach(rows::add);
        return rows;
    }

    private static String quoted(String name) {
        return '"' + name + '"';
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
