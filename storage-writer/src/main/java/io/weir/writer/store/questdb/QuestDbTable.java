package io.weir.writer.store.questdb;

import static io.weir.contract.rule.storage.QuestDbQuoting.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.contract.rule.storage.QuestDbQuoting;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Known state of one table: its columns by lower-case name, because QuestDB ignores the case of
 * names.
 *
 * @param name name at its creation
 * @param fields lower-case names of further columns that QuestDB creates itself
 */
record QuestDbTable(String name, Map<String, Column> columns, Set<String> fields) {
    /** Maximum number of columns. QuestDB creates them one by one, each with its own files. */
    static final int MAX_COLUMNS = 512;

    /**
     * One column.
     *
     * @param name name at its creation
     * @param type QuestDB's name of the type
     * @param isStamp whether it is the designated timestamp
     * @param isKey whether it is an upsert key
     */
    record Column(String name, String type, boolean isStamp, boolean isKey) {
        private static final String SYMBOL = "SYMBOL";

        static Column tag(String name) {
            return new Column(name, SYMBOL, false, true);
        }

        boolean isSymbol() {
            return type.equals(SYMBOL);
        }
    }

    /** The name by which QuestDB finds it. */
    static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** The statement that lists columns; see {@link #read}. */
    static String listing(String name) {
        return "SELECT \"column\", type, designated, upsertKey FROM table_columns('" + name + "')";
    }

    /** Reads the rows of a {@link #listing}. */
    static QuestDbTable read(String name, JsonNode rows) {
        Map<String, Column> columns = new TreeMap<>();
        for (JsonNode row : rows) {
            Column column = new Column(
                    row.path(0).asText(),
                    row.path(1).asText(),
                    row.path(2).asBoolean(),
                    row.path(3).asBoolean());
            columns.put(folded(column.name()), column);
        }
        return new QuestDbTable(name, columns, new TreeSet<>());
    }

    /** The statement that creates the table of a measurement with these tags. */
    static String creation(String name, Iterable<String> tags) {
        StringBuilder columns = new StringBuilder("timestamp TIMESTAMP_NS");
        StringBuilder keys = new StringBuilder("timestamp");
        for (String tag : tags) {
            columns.append(", ").append(quoted(tag)).append(" SYMBOL");
            keys.append(", ").append(quoted(tag));
        }
        return "CREATE TABLE IF NOT EXISTS " + quoted(name) + " (" + columns
                + ") TIMESTAMP(timestamp) PARTITION BY DAY WAL DEDUP UPSERT KEYS(" + keys + ")";
    }

    /**
     * Why the table, null if it does not exist yet, cannot get the columns of a line as well; null
     * if it can.
     */
    static @Nullable String tooWide(@Nullable QuestDbTable table, Collection<String> tags, Collection<String> fields) {
        Set<String> names = new TreeSet<>();
        if (table != null) {
            names.addAll(table.columns.keySet());
            names.addAll(table.fields);
        }
        Stream.concat(tags.stream(), fields.stream()).map(QuestDbTable::folded).forEach(names::add);
        return names.size() <= MAX_COLUMNS
                ? null
                : "the table would have " + names.size() + " columns, more than the limit of " + MAX_COLUMNS;
    }

    /** The statement that adds a tag, which becomes a key only by {@link #keying}. */
    String widening(String tag) {
        return "ALTER TABLE " + quoted(name) + " ADD COLUMN " + quoted(tag) + " SYMBOL";
    }

    /** The statement that makes the timestamp, existing keys and these tags the upsert keys. */
    String keying(List<String> tags) {
        List<String> keys = new ArrayList<>();
        columns.values().stream()
                .filter(column -> column.isStamp() || column.isKey())
                .forEach(column -> keys.add(quoted(column.name())));
        tags.stream()
                .map(QuestDbQuoting::quoted)
                .filter(tag -> !keys.contains(tag))
                .forEach(keys::add);
        return "ALTER TABLE " + quoted(name) + " DEDUP ENABLE UPSERT KEYS(" + String.join(", ", keys) + ")";
    }
}
