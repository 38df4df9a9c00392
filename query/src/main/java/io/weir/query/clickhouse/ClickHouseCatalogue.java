package io.weir.query.clickhouse;

import static io.weir.contract.rule.storage.ClickHouseQuoting.literal;
import static io.weir.contract.rule.storage.ClickHouseQuoting.quoted;
import static io.weir.contract.rule.storage.ClickHouseQuoting.tierDatabase;
import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.core.JsonParser;
import io.weir.query.naming.Selection;
import io.weir.query.series.Allowance;
import io.weir.query.series.Deadline;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.ValueType;
import io.weir.query.store.RowReader;
import io.weir.query.store.Statements;
import io.weir.query.store.StoreJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The tables and columns of a database of ClickHouse that matchers may select. */
final class ClickHouseCatalogue {
    /** Only a sorting key distinguishes tags from texts; tables of other engines, such as views, have none. */
    private static final String ENGINES = "MergeTree";

    /** Engines that replace a row which is written again: when they merge, or in a query with FINAL. */
    private static final String REPLACING = "ReplacingMergeTree";

    /** Columns are read of all tables if the list of the tables would be longer. */
    private static final int LONGEST_LIST = 8_000;

    private final ClickHouseStatements statements;
    private final String database;

    ClickHouseCatalogue(ClickHouseStatements statements, String database) {
        this.statements = statements;
        this.database = database;
    }

    /** The tables with times and selected fields. */
    List<ClickHouseTable> tables(
            Selection selection, Predicate<ValueType> isRead, Allowance allowance, Deadline deadline) {
        String place =
                selection.tier().map(tier -> tierDatabase(database, tier)).orElse(database);
        Map<String, TableBuilder> builders = named(place, selection, isRead, deadline);
        if (builders.isEmpty()) {
            requireDatabase(place, selection, deadline);
            return List.of();
        }
        String statement =
                "SELECT table, name, type, is_in_sorting_key, default_kind FROM system.columns WHERE database = "
                        + literal(place);
        String names = builders.keySet().stream().map(name -> literal(name)).collect(joining(", "));
        if (Statements.encodedLength(names) <= LONGEST_LIST) {
            statement += " AND table IN (" + names + ")";
        }
        statements.run(statement, deadline.left(), new ColumnReader(builders, selection, allowance));
        List<ClickHouseTable> tables = new ArrayList<>();
        for (TableBuilder each : builders.values()) {
            each.build()
                    .filter(table -> selection.mayHaveLabels(table.columns().labels()))
                    .ifPresent(tables::add);
        }
        return tables;
    }

    /** The tables that may have selected fields, by their names. */
    private Map<String, TableBuilder> named(
            String place, Selection selection, Predicate<ValueType> isRead, Deadline deadline) {
        Map<String, TableBuilder> builders = new LinkedHashMap<>();
        String statement = "SELECT name, engine FROM system.tables WHERE database = " + literal(place);
        statements.run(statement, deadline.left(), row -> {
            String name = StoreJson.nextText(row);
            String engine = StoreJson.nextText(row);
            StoreJson.endRow(row);
            if (engine.endsWith(ENGINES) && selection.mayHave(name)) {
                String source = quoted(place) + "." + quoted(name);
                boolean isReplacing = engine.endsWith(REPLACING);
                builders.put(
                        name, new TableBuilder(name, isReplacing ? source + " FINAL" : source, isReplacing, isRead));
            }
        });
        return builders;
    }

    /** A missing database is an error, not an empty answer. */
    private void requireDatabase(String place, Selection selection, Deadline deadline) {
        List<String> found = new ArrayList<>();
        String statement = "SELECT name FROM system.databases WHERE name = " + literal(place);
        statements.run(statement, deadline.left(), row -> {
            found.add(StoreJson.nextText(row));
            StoreJson.endRow(row);
        });
        if (!found.isEmpty()) {
            return;
        }
        String missing = "the store has no database \"" + place + "\" that its user may read; ";
        throw selection.tier().isPresent()
                ? new EvaluationException(
                        Reason.NO_TIER,
                        missing
                                + "weir storage apply creates the tiers of the rules, and the user needs SELECT on them")
                : new EvaluationException(
                        Reason.UNAVAILABLE, missing + "the writer creates it before its first metric");
    }

    private static final class ColumnReader implements RowReader {
        private final Map<String, TableBuilder> builders;
        private final Selection selection;
        private final Allowance allowance;
        private int fields;

        ColumnReader(Map<String, TableBuilder> builders, Selection selection, Allowance allowance) {
            this.builders = builders;
            this.selection = selection;
            this.allowance = allowance;
        }

        @Override
        public void read(JsonParser row) throws IOException {
            TableBuilder table = builders.get(StoreJson.nextText(row));
            String name = StoreJson.nextText(row);
            String type = StoreJson.nextText(row);
            boolean isKey = row.nextIntValue(0) == 1;
            // No query can read such a column.
            boolean isEphemeral = StoreJson.nextText(row).equals("EPHEMERAL");
            StoreJson.endRow(row);
            if (table != null && !isEphemeral && table.add(name, type, isKey, selection)) {
                // All are in memory before the first series is.
                allowance.checkSeries(++fields);
            }
        }
    }
}
