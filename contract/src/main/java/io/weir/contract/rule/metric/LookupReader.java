package io.weir.contract.rule.metric;

import io.weir.contract.config.Mistake;
import io.weir.contract.config.Nearest;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.Table;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Spelling;
import io.weir.contract.rule.match.Tables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** Reads {@code lookup} and the needed columns of its table. */
final class LookupReader {
    static final Lookup NONE = new Lookup("", List.of("none"), List.of("none"), Map.of());

    private static final int MAX_VALUE = 1_000;

    private final Tables tables;
    private final Map<Columns, Map<List<String>, List<String>>> known = new HashMap<>();

    /** Columns of a table by their indexes. */
    private record Columns(String table, List<Integer> keys, List<Integer> values) {}

    LookupReader(Tables tables) {
        this.tables = tables;
    }

    Lookup read(YamlSection section) {
        Optional<Table> table = section.value(
                        "file", Optional.<Table>empty(), tables::table, "file of the table, relative to this file")
                .required();
        SortedMap<String, String> by = section.aliases(
                        "by", "tags that select the row, by the name of the column or with it")
                .required();
        SortedMap<String, String> add = section.aliases("add", "tags to add, by the name of the column or with it")
                .required();
        Map<List<String>, List<String>> rows = Map.of();
        if (table.isPresent()) {
            List<Integer> keys = columns(table.get(), "by", by.values(), section);
            List<Integer> values = columns(table.get(), "add", add.values(), section);
            if (keys.size() == by.size() && values.size() == add.size()) {
                rows = rows(new Columns(table.get().name(), keys, values), table.get());
            }
        }
        return new Lookup(table.map(Table::name).orElse(""), List.copyOf(by.keySet()), List.copyOf(add.keySet()), rows);
    }

    /** The indexes of these columns; reports and skips missing columns. */
    private static List<Integer> columns(Table table, String key, Collection<String> names, YamlSection section) {
        if (key.equals("by") && names.size() == 1 && table.isKeyed()) {
            return List.of(0);
        }
        List<Integer> places = new ArrayList<>();
        for (String name : names) {
            int place = table.column(name);
            if (place >= 0) {
                places.add(place);
            } else {
                section.refuse(
                        key,
                        table.name() + " has no column " + Refusal.quote(name),
                        Nearest.suggestion(name, table.columns()));
            }
        }
        return places;
    }

    /** Rules that look up the same columns share the rows. */
    private Map<List<String>, List<String>> rows(Columns columns, Table table) {
        Map<List<String>, List<String>> rows = known.get(columns);
        if (rows == null) {
            tables.keep(table.rows().size(), columns.keys.size() + columns.values.size());
            rows = rows(table, columns.keys, columns.values);
            known.put(columns, rows);
        }
        return rows;
    }

    private Map<List<String>, List<String>> rows(Table table, List<Integer> keys, List<Integer> values) {
        Map<List<String>, List<String>> rows = new HashMap<>();
        Map<List<String>, Integer> lines = new HashMap<>();
        // Many rows have equal values: a rack has many hosts.
        Map<List<String>, List<String>> shared = new HashMap<>();
        for (Table.Row row : table.rows()) {
            List<String> key = cells(row, keys);
            List<String> value = cells(row, values);
            values.forEach(place -> requireSpellable(table, row, place));
            Integer first = lines.putIfAbsent(key, row.line());
            if (key.contains("")) {
                refuse(table, row, names(table, keys), "is empty, but selects the row", "");
            } else if (first != null) {
                String shown = Refusal.quote(String.join(", ", key));
                refuse(table, row, names(table, keys), "is " + shown + ", as in line " + first, "keep one of them");
            }
            rows.put(key, shared.computeIfAbsent(value, same -> same));
        }
        return Collections.unmodifiableMap(rows);
    }

    private void requireSpellable(Table table, Table.Row row, int place) {
        String value = row.cells().get(place);
        try {
            if (!value.isEmpty()) {
                Spelling.require("", "value", value);
            }
            if (value.length() > MAX_VALUE) {
                throw new Refusal("must have at most " + MAX_VALUE + " characters", "every line contains its tags");
            }
        } catch (Refusal refusal) {
            refuse(table, row, names(table, List.of(place)), refusal.wrong(), refusal.meant());
        }
    }

    private void refuse(Table table, Table.Row row, String path, String wrong, String meant) {
        tables.refuse(new Mistake(table.name(), row.line(), path, wrong, meant));
    }

    private static String names(Table table, List<Integer> places) {
        return String.join(
                ", ", places.stream().map(place -> table.columns().get(place)).toList());
    }

    private static List<String> cells(Table.Row row, List<Integer> places) {
        return places.stream().map(place -> row.cells().get(place)).toList();
    }
}
