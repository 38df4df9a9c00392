package io.weir.dashboard.history;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.contract.rule.match.TextPattern;
import io.weir.dashboard.history.History.HistorySeries;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Queries QuestDB, where each measurement is a table, its tags are symbols, and a row contains all
 * fields of a moment.
 */
final class QuestDbHistory implements HistoryStore {
    private static final Set<String> NUMBERS = Set.of("DOUBLE", "FLOAT", "LONG", "INT", "SHORT", "BYTE");
    private static final Set<String> TEXTS = Set.of("VARCHAR", "STRING");
    /** Limit of rows in an answer; if it is reached, the earliest points are missing. */
    private static final int MOST_ROWS = 100_000;
    /**
     * Last values are searched for in this time first, because the store reads every row of the
     * searched time.
     */
    private static final long FIRST_SEARCH_MILLIS = Duration.ofHours(1).toMillis();

    private final StoreHttp store;

    QuestDbHistory(StoreHttp store) {
        this.store = store;
    }

    /** The result so far. */
    private static final class Found {
        private final List<HistorySeries> series = new ArrayList<>();
        private final List<HistorySeries> texts = new ArrayList<>();
        private final List<LastValue> last = new ArrayList<>();
        private boolean isCapped;

        private int size() {
            return Math.max(series.size(), last.size()) + texts.size();
        }
    }

    @Override
    public History read(Range range) throws IOException, InterruptedException {
        Found found = new Found();
        for (String name : tables(range.selector().series().measurement())) {
            if (found.size() >= range.most()) {
                found.isCapped = true;
                break;
            }
            QuestDbTable table = table(name, range);
            if (table.tags().containsAll(range.selector().series().tags().keySet())) {
                read(table, range, found);
            }
        }
        return new History(found.series, found.texts, found.last, "raw", range.stepMillis(), found.isCapped);
    }

    private List<String> tables(TextPattern measurement) throws IOException, InterruptedException {
        List<String> tables = new ArrayList<>();
        for (JsonNode row : rows("SELECT table_name FROM tables()")) {
            String name = row.path(0).asText();
            // A quote in a name cannot be written.
            if (name.indexOf('"') < 0 && measurement.matches(name)) {
                tables.add(name);
            }
        }
        return tables;
    }

    private QuestDbTable table(String table, Range range) throws IOException, InterruptedException {
        List<String> tags = new ArrayList<>();
        List<String> fields = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (JsonNode row : rows("SELECT \"column\", type FROM table_columns(" + QuestDbTable.literal(table) + ")")) {
            String name = row.path(0).asText();
            String type = row.path(1).asText();
            if (name.indexOf('"') >= 0) {
                continue;
            }
            if (type.equals("SYMBOL")) {
                tags.add(name);
            } else if (NUMBERS.contains(type) && range.selector().field().matches(name)) {
                fields.add(name);
            } else if (TEXTS.contains(type) && range.selector().field().matches(name)) {
                texts.add(name);
            }
        }
        return new QuestDbTable(table, tags, fields, texts);
    }

    private void read(QuestDbTable table, Range range, Found found) throws IOException, InterruptedException {
        if (!table.texts().isEmpty()) {
            List<JsonNode> texts = rows(table.lastTexts(range, MOST_ROWS));
            sampled(table, table.texts(), texts, range).forEach(series -> found.texts.add(series.changes()));
            found.isCapped |= texts.size() == MOST_ROWS;
        }
        if (table.fields().isEmpty()) {
            return;
        }
        List<JsonNode> rows = rows(table.means(range, MOST_ROWS));
        List<HistorySeries> means = sampled(table, table.fields(), rows, range);
        found.series.addAll(means);
        found.isCapped |= rows.size() == MOST_ROWS;
        if (range.withLast()) {
            found.last.addAll(last(table, range, means.isEmpty()));
        }
    }

    /**
     * The last values of a table. The search includes earlier times if neither the range nor the
     * last hour has a value.
     */
    private List<LastValue> last(QuestDbTable table, Range range, boolean isNothingInRange)
            throws IOException, InterruptedException {
        long end = range.toMillis();
        long first = end - FIRST_SEARCH_MILLIS;
        Map<List<Object>, LastValue> last = new LinkedHashMap<>();
        addLastValues(table, rows(table.lasts(range, first, end, MOST_ROWS)), range, last);
        long back = last.isEmpty() && isNothingInRange
                ? Math.min(range.fromMillis(), end - LAST_WITHIN.toMillis())
                : range.fromMillis();
        if (back < first) {
            addLastValues(table, rows(table.lasts(range, back, first, MOST_ROWS)), range, last);
        }
        return List.copyOf(last.values());
    }

    /** The series with values in rows that have a time, the tags and these columns. */
    private static List<HistorySeries> sampled(
            QuestDbTable table, List<String> columns, List<JsonNode> rows, Range range) {
        Map<SortedMap<String, String>, List<HistorySeries>> known = new LinkedHashMap<>();
        for (JsonNode row : rows) {
            SortedMap<String, String> tags = tags(table, row, 1);
            if (!range.selector().series().test(table.name(), tags)) {
                continue;
            }
            List<HistorySeries> of = known.computeIfAbsent(tags, unseen -> columns.stream()
                    .map(field -> new HistorySeries(table.name(), tags, field, new ArrayList<>()))
                    .toList());
            long millis = millis(row.path(0));
            for (int i = 0; i < of.size(); i++) {
                JsonNode value = row.path(table.tags().size() + 1 + i);
                if (!value.isNull()) {
                    of.get(i).points().add(new Object[] {millis, value.isNumber() ? value.doubleValue() : value.asText()
                    });
                }
            }
        }
        return known.values().stream()
                .flatMap(List::stream)
                .filter(series -> !series.points().isEmpty())
                .toList();
    }

    /**
     * Adds series that are missing. If a present series has only one value, sets the interval
     * before that value.
     */
    private static void addLastValues(
            QuestDbTable table, List<JsonNode> rows, Range range, Map<List<Object>, LastValue> to) {
        for (JsonNode row : rows) {
            SortedMap<String, String> tags = tags(table, row, 0);
            if (!range.selector().series().test(table.name(), tags)) {
                continue;
            }
            for (int i = 0; i < table.fields().size(); i++) {
                int column = table.tags().size() + i * QuestDbTable.COLUMNS_OF_LAST;
                String field = table.fields().get(i);
                if (row.path(column).isNumber()) {
                    long last = millis(row.path(column + 1));
                    long others = row.path(column + 3).asLong() - 1;
                    long period = others > 0 ? (last - millis(row.path(column + 2))) / others : 0;
                    to.merge(
                            List.of(tags, field),
                            new LastValue(
                                    table.name(),
                                    tags,
                                    field,
                                    last,
                                    row.path(column).doubleValue(),
                                    period),
                            (later, earlier) -> later.periodMillis() > 0 ? later : later.after(earlier));
                }
            }
        }
    }

    /**
     * The tags of the row, from a column on. The statement does not exclude tags that the selector
     * forbids.
     */
    private static SortedMap<String, String> tags(QuestDbTable table, JsonNode row, int from) {
        SortedMap<String, String> tags = new TreeMap<>();
        for (int i = 0; i < table.tags().size(); i++) {
            String key = table.tags().get(i);
            Optional.ofNullable(row.path(from + i).textValue()).ifPresent(value -> tags.put(key, value));
        }
        return tags;
    }

    private static long millis(JsonNode time) {
        return Instant.parse(time.asText()).toEpochMilli();
    }

    private List<JsonNode> rows(String statement) throws IOException, InterruptedException {
        List<JsonNode> rows = new ArrayList<>();
        store.get("/exec", Map.of("query", statement)).path("dataset").forEach(rows::add);
        return rows;
    }
}
