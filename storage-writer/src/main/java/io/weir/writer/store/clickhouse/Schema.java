package io.weir.writer.store.clickhouse;

import static io.weir.contract.rule.storage.ClickHouseQuoting.literal;
import static io.weir.contract.rule.storage.ClickHouseQuoting.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.contract.line.FieldType;
import io.weir.writer.store.clickhouse.ClickHouseSql.FailedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables of a database. Other writers may create and widen them at the same time. The writers of
 * this process take turns: of two simultaneous changes, servers before 2020 lose the key of one. Used
 * by one thread.
 */
final class Schema {
    private static final Logger LOG = LoggerFactory.getLogger(Schema.class);
    /** Another writer may change the table between a look at it and a change. */
    private static final int ATTEMPTS = 5;
    /** Kinds of columns that no insert may name. */
    private static final Set<String> COMPUTED = Set.of("MATERIALIZED", "ALIAS", "EPHEMERAL");

    private final ClickHouseSql sql;
    private final ClickHouseUrl url;
    private final Dialect dialect;
    private final Object lock;
    private final Map<String, Table> tables = new HashMap<>();

    /** @param lock of all schemas of this database in this process */
    Schema(ClickHouseSql sql, ClickHouseUrl url, Dialect dialect, Object lock) {
        this.lock = lock;
        this.sql = sql;
        this.url = url;
        this.dialect = dialect;
    }

    /**
     * Returns the table of lines with these names once it has all their columns.
     *
     * @throws RefusedException if the table cannot store such lines without loss; with the reason
     * @throws IOException if the store is unavailable or permits no such table
     */
    Table admit(LineNames names) throws RefusedException, IOException {
        NameRules.check(url.database(), names);
        Table table = tables.get(names.measurement());
        if (table == null) {
            table = new Table(quoted(url.database()) + "." + quoted(names.measurement()), dialect.settings());
            read(table, names.measurement());
            tables.put(names.measurement(), table);
        }
        if (!missing(table, names).isEmpty()) {
            synchronized (lock) {
                change(table, names);
            }
        }
        check(table, names);
        return table;
    }

    /** Creates or widens a table. */
    private void change(Table table, LineNames names) throws RefusedException, IOException {
        for (int attempt = 1; true; attempt++) {
            // Another writer may have changed it meanwhile.
            read(table, names.measurement());
            Map<String, String> missing = missing(table, names);
            if (missing.isEmpty()) {
                return;
            }
            NameRules.requireNarrow(table, names.tags(), names.fields());
            try {
                boolean isNew = table.columns().isEmpty();
                sql.run(isNew ? creation(table, names, missing) : widening(table, names, missing));
                LOG.info(
                        "table {} table={} columns={}",
                        isNew ? "created" : "widened",
                        table.fullName(),
                        missing.keySet());
            } catch (FailedException e) {
                if (ClickHouseErrors.code(e.answer()) == ClickHouseErrors.NOT_IMPLEMENTED) {
                    throw new RefusedException(e.answer().message());
                }
                if (attempt == ATTEMPTS) {
                    if (ClickHouseErrors.isOfNames(e.answer())) {
                        throw new RefusedException(e.answer().message());
                    }
                    throw e;
                }
            }
            if (attempt > ATTEMPTS) {
                throw new RefusedException("the server adds no column " + String.join(", ", missing.keySet()));
            }
        }
    }

    private void read(Table table, String name) throws IOException {
        String where = " WHERE database = " + literal(url.database());
        JsonNode keys = sql.rows("SELECT sorting_key FROM system.tables" + where + " AND name = " + literal(name));
        List<Column> columns = new ArrayList<>();
        for (JsonNode row : sql.rows("SELECT name, type, is_in_sorting_key, default_kind FROM system.columns" + where
                + " AND table = " + literal(name))) {
            boolean isComputed = COMPUTED.contains(row.path(3).asText());
            columns.add(Column.of(
                    row.path(0).asText(),
                    row.path(1).asText() + (isComputed ? " that the server computes" : ""),
                    row.path(2).asInt() == 1));
        }
        table.read(columns, keys.path(0).path(0).asText());
    }

    private String creation(Table table, LineNames names, Map<String, String> missing) {
        Map<String, String> columns = new LinkedHashMap<>();
        columns.put(Table.STAMP, dialect.timestampType());
        columns.putAll(missing);
        List<String> keys = new ArrayList<>();
        names.tags().forEach(tag -> keys.add(quoted(tag)));
        keys.add(Table.STAMP);
        List<String> definitions = new ArrayList<>();
        columns.forEach((name, type) -> definitions.add(quoted(name) + " " + type));
        return "CREATE TABLE IF NOT EXISTS " + table.fullName() + " (" + String.join(", ", definitions)
                + ") ENGINE = ReplacingMergeTree PARTITION BY " + dialect.partition() + " ORDER BY "
                + (keys.size() == 1 ? Table.STAMP : "(" + String.join(", ", keys) + ")")
                + (url.keepDays().isPresent() ? dialect.retention(url.keepDays().getAsInt()) : "");
    }

    /** The types of the columns that the table lacks, by name. */
    private Map<String, String> missing(Table table, LineNames names) {
        Map<String, String> missing = new LinkedHashMap<>();
        for (String tag : names.tags()) {
            if (!table.columns().containsKey(tag)) {
                missing.put(tag, dialect.tagType());
            }
        }
        for (int i = 0; i < names.fields().size(); i++) {
            if (!table.columns().containsKey(names.fields().get(i))) {
                missing.putIfAbsent(
                        names.fields().get(i), dialect.fieldType(names.types().get(i)));
            }
        }
        return missing;
    }

    /** New tags join the end of the sorting key in the same statement, as the server demands. */
    private String widening(Table table, LineNames names, Map<String, String> missing) {
        List<String> changes = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        missing.forEach((name, type) -> {
            changes.add("ADD COLUMN " + (dialect.isModern() ? "IF NOT EXISTS " : "") + quoted(name) + " " + type);
            if (names.tags().contains(name)) {
                keys.add(quoted(name));
            }
        });
        if (!keys.isEmpty()) {
            changes.add("MODIFY ORDER BY (" + table.sortingKey() + ", " + String.join(", ", keys) + ")");
        }
        return "ALTER TABLE " + table.fullName() + " " + String.join(", ", changes);
    }

    private static void check(Table table, LineNames names) throws RefusedException {
        Column stamp = table.columns().get(Table.STAMP);
        if (stamp == null || !stamp.isStamp()) {
            throw new RefusedException("the table has no column '" + Table.STAMP + "' of type DateTime64(9) or Int64");
        }
        for (String tag : names.tags()) {
            Column column = table.columns().get(tag);
            if (column == null || !column.isTag()) {
                throw new RefusedException("tag '" + tag + "' is a column "
                        + (column == null ? "that is missing" : "of type " + column.type())
                        + ", not a text in the sorting key");
            }
        }
        for (int i = 0; i < names.fields().size(); i++) {
            String field = names.fields().get(i);
            Column column = table.columns().get(field);
            FieldType type = names.types().get(i);
            if (column == null || column.isTag()) {
                throw new RefusedException("field '" + field + "' is a tag of the table");
            }
            if (!column.takes(type)) {
                throw new RefusedException("table " + names.measurement() + ", column " + field + ": the type "
                        + column.type() + " stores no " + type.name().toLowerCase(Locale.ROOT));
            }
        }
    }
}
