package io.weir.query.questdb;

import com.fasterxml.jackson.core.JsonToken;
import io.weir.contract.rule.storage.QuestDbQuoting;
import io.weir.query.naming.Selection;
import io.weir.query.series.Deadline;
import io.weir.query.series.ValueType;
import io.weir.query.store.NanoTimes;
import io.weir.query.store.StoreJson;
import io.weir.query.store.TableField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The tables and columns of a QuestDB that matchers may select. */
final class QuestDbCatalogue {
    private static final Map<String, ValueType> TYPES = Map.ofEntries(
            Map.entry("DOUBLE", ValueType.FLOAT),
            Map.entry("FLOAT", ValueType.FLOAT),
            Map.entry("LONG", ValueType.INTEGER),
            Map.entry("INT", ValueType.INTEGER),
            Map.entry("SHORT", ValueType.INTEGER),
            Map.entry("BYTE", ValueType.INTEGER),
            Map.entry("BOOLEAN", ValueType.BOOLEAN),
            Map.entry("VARCHAR", ValueType.TEXT),
            Map.entry("STRING", ValueType.TEXT),
            Map.entry("DOUBLE[]", ValueType.ARRAY));

    private static final long MICROS_PER_MILLI = 1_000;

    private final QuestDbSql sql;

    QuestDbCatalogue(QuestDbSql sql) {
        this.sql = sql;
    }

    /** The tables with selected fields and times. */
    List<QuestDbTable> tables(Selection selection, Predicate<ValueType> isRead, Deadline deadline) {
        // Whether repeated rows are one, by name.
        Map<String, Boolean> names = new LinkedHashMap<>();
        sql.run("SELECT table_name, dedup FROM tables()", deadline.left(), row -> {
            String name = StoreJson.nextText(row);
            boolean isUnique = row.nextToken() == JsonToken.VALUE_TRUE;
            StoreJson.endRow(row);
            if (isWritable(name) && selection.mayHave(name)) {
                names.put(name, isUnique);
            }
        });
        List<QuestDbTable> tables = new ArrayList<>();
        for (Map.Entry<String, Boolean> each : names.entrySet()) {
            QuestDbTable table = table(each.getKey(), each.getValue(), selection, isRead, deadline);
            if (table.ticks() > 0
                    && !table.fields().isEmpty()
                    && selection.mayHaveLabels(table.columns().labels())) {
                tables.add(table);
            }
        }
        return tables;
    }

    /** Without ticks if it has no times. */
    private QuestDbTable table(
            String name, boolean isUnique, Selection selection, Predicate<ValueType> isRead, Deadline deadline) {
        List<String> tags = new ArrayList<>();
        List<TableField> fields = new ArrayList<>();
        List<String> stamp = new ArrayList<>();
        List<Long> ticks = new ArrayList<>();
        boolean[] isExact = {isUnique};
        String statement =
                "SELECT \"column\", type, designated FROM table_columns(" + QuestDbQuoting.literal(name) + ")";
        sql.run(statement, deadline.left(), row -> {
            String column = StoreJson.nextText(row);
            String type = StoreJson.nextText(row);
            boolean isDesignated = row.nextToken() == JsonToken.VALUE_TRUE;
            StoreJson.endRow(row);
            if (!isWritable(column)) {
                return;
            }
            if (isDesignated) {
                stamp.add(column);
                ticks.add(type.equals("TIMESTAMP_NS") ? NanoTimes.PER_MILLI : MICROS_PER_MILLI);
            } else if (type.equals("SYMBOL")) {
                tags.add(column);
            } else {
                ValueType known = TYPES.get(type);
                if (known != null && isRead.test(known) && selection.has(name, column)) {
                    fields.add(new TableField(column, known));
                    isExact[0] &= known != ValueType.BOOLEAN && !type.equals("FLOAT");
                }
            }
        });
        return stamp.isEmpty()
                ? new QuestDbTable(name, "", 0, tags, fields, false)
                : new QuestDbTable(name, stamp.get(0), ticks.get(0), tags, fields, isExact[0]);
    }

    /** A quote in a name cannot be written in a statement. */
    private static boolean isWritable(String name) {
        return name.indexOf('"') < 0;
    }
}
