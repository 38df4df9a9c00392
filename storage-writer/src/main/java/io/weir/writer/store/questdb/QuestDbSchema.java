package io.weir.writer.store.questdb;

import static io.weir.writer.store.questdb.QuestDbTable.folded;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.writer.store.questdb.QuestDbSql.RefusedException;
import io.weir.writer.store.questdb.QuestDbTable.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maintains QuestDB's tables so that writing a line twice results in one row: timestamp and all
 * tags identify a row. Reads an existing table when its measurement is first seen. Used by one
 * thread.
 */
final class QuestDbSchema {
    private static final Logger LOG = LoggerFactory.getLogger(QuestDbSchema.class);
    private static final String STAMP = "timestamp";

    private final QuestDbSql sql;
    private final Map<String, QuestDbTable> tables = new HashMap<>();
    private @Nullable Map<String, String> existing;

    QuestDbSchema(QuestDbSql sql) {
        this.sql = sql;
    }

    /** Reads the list of tables once; this shows whether the store is available. */
    void learn() throws IOException {
        try {
            existing();
        } catch (RefusedException e) {
            throw new IOException("the server is possibly not a QuestDB; it refused a statement: " + e.getMessage(), e);
        }
    }

    /**
     * Returns once lines with these tags and fields may be written.
     *
     * @throws RefusedException if QuestDB cannot store such lines without loss; with the reason
     * @throws IOException if the store is unavailable
     */
    void admit(String measurement, Collection<String> tags, Collection<String> fields)
            throws RefusedException, IOException {
        refuseUnspeakable(measurement, tags);
        refuseDoubles(tags, fields);
        refuseWidth(tables.get(folded(measurement)), tags, fields);
        QuestDbTable table = table(measurement, tags);
        refuseWidth(table, tags, fields);
        if (!table.name().equals(measurement)) {
            throw new RefusedException("table '" + table.name() + "' exists, and QuestDB ignores the case of names");
        }
        for (String field : fields) {
            Column column = table.columns().get(folded(field));
            if (column != null && column.isStamp()) {
                throw new RefusedException("field '" + field + "' is the table's timestamp");
            }
        }
        List<String> absent = new ArrayList<>();
        boolean allKeys = true;
        for (String tag : tags) {
            Column column = table.columns().get(folded(tag));
            if (column == null) {
                absent.add(tag);
            } else if (!column.isSymbol()) {
                throw new RefusedException("tag '" + tag + "' is a column of type " + column.type());
            } else if (!column.name().equals(tag)) {
                throw new RefusedException(
                        "column '" + column.name() + "' exists, and QuestDB ignores the case of names");
            } else {
                allKeys &= column.isKey();
            }
        }
        if (!absent.isEmpty() || !allKeys) {
            widen(table, absent, tags);
        }
        fields.forEach(field -> table.fields().add(folded(field)));
    }

    private QuestDbTable table(String measurement, Collection<String> tags) throws RefusedException, IOException {
        String folded = folded(measurement);
        QuestDbTable known = tables.get(folded);
        if (known == null) {
            known = learn(existing().get(folded), measurement, tags);
            tables.put(folded, known);
        }
        return known;
    }

    private QuestDbTable learn(@Nullable String existingName, String measurement, Collection<String> tags)
            throws RefusedException, IOException {
        if (existingName == null) {
            sql.run(QuestDbTable.creation(measurement, tags));
            LOG.info("table created measurement={} tags={}", measurement, tags);
        }
        String name = existingName == null ? measurement : existingName;
        QuestDbTable table = QuestDbTable.read(name, columns(name));
        existing().put(folded(name), name);
        return table;
    }

    /**
     * The columns of a table that the store has listed or created. If it is gone, it was dropped
     * meanwhile, or the store is starting: the line is not to blame.
     */
    private JsonNode columns(String name) throws RefusedException, IOException {
        try {
            return sql.run(QuestDbTable.listing(name));
        } catch (RefusedException e) {
            if (String.valueOf(e.getMessage()).contains("does not exist")) {
                throw new IOException("table '" + name + "' is gone; the list of tables is read again", e);
            }
            throw e;
        }
    }

    private void widen(QuestDbTable table, List<String> absent, Collection<String> tags)
            throws RefusedException, IOException {
        for (String tag : absent) {
            // One statement each: QuestDB does not add several columns together.
            sql.run(table.widening(tag));
            // Recorded before the next statement, which may fail: a repetition must not add the
            // column again.
            table.columns().put(folded(tag), new Column(tag, "SYMBOL", false, false));
        }
        sql.run(table.keying(List.copyOf(tags)));
        tags.forEach(tag -> table.columns().put(folded(tag), Column.tag(tag)));
        LOG.info("table widened measurement={} tags={}", table.name(), tags);
    }

    /** Names of tables by their folded form. */
    private Map<String, String> existing() throws RefusedException, IOException {
        Map<String, String> names = existing;
        if (names == null) {
            names = new HashMap<>();
            for (JsonNode row : sql.run("SELECT table_name FROM tables()")) {
                names.put(folded(row.path(0).asText()), row.path(0).asText());
            }
            existing = names;
        }
        return names;
    }

    /**
     * Rejects names with quotes, which QuestDB does not permit and which would need escaping.
     * Prevents SQL injection.
     */
    private static void refuseUnspeakable(String measurement, Collection<String> tags) throws RefusedException {
        if (isUnspeakable(measurement)) {
            throw new RefusedException("invalid table name");
        }
        for (String tag : tags) {
            if (isUnspeakable(tag)) {
                throw new RefusedException("invalid column name: " + tag);
            }
        }
    }

    private static boolean isUnspeakable(String name) {
        return name.chars().anyMatch(c -> c == '"' || c == '\'' || c == '\\' || c < ' ');
    }

    private static void refuseWidth(@Nullable QuestDbTable table, Collection<String> tags, Collection<String> fields)
            throws RefusedException {
        String reason = QuestDbTable.tooWide(table, tags, fields);
        if (reason != null) {
            throw new RefusedException(reason);
        }
    }

    /**
     * QuestDB would silently keep the first of two values for one column, or use a field as the
     * timestamp.
     */
    private static void refuseDoubles(Collection<String> tags, Collection<String> fields) throws RefusedException {
        Set<String> columns = new HashSet<>();
        columns.add(STAMP);
        for (Collection<String> names : List.of(tags, fields)) {
            for (String name : names) {
                if (!columns.add(folded(name))) {
                    throw new RefusedException("two values for column '" + folded(name) + "'");
                }
            }
        }
    }
}
