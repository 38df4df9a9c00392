package io.weir.contract.rule.alarm;

import io.weir.contract.config.Mistake;
import io.weir.contract.config.Nearest;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.Table;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads {@code expected}: the table's columns with the names of the tags of {@code by}. Rows may
 * repeat a key.
 */
final class InventoryReader {
    private final Tables tables;
    /** Rules with the same table and columns share an inventory. */
    private final Map<Columns, Inventory> known = new HashMap<>();

    /** Columns of a table by their indexes. */
    private record Columns(String table, List<Integer> places) {}

    InventoryReader(Tables tables) {
        this.tables = tables;
    }

    /** Empty if there is no inventory, or if it is unusable, which was reported. */
    Optional<Inventory> read(YamlSection section, List<String> by) {
        return section.value(
                        "expected",
                        Optional.<Table>empty(),
                        tables::table,
                        "table of the expected keys, with a column for each tag of by")
                .optional()
                .flatMap(table -> table)
                .flatMap(table -> inventory(table, by, section));
    }

    private Optional<Inventory> inventory(Table table, List<String> by, YamlSection section) {
        List<Integer> places = new ArrayList<>();
        for (String tag : by) {
            int place = by.size() == 1 && table.isKeyed() ? 0 : table.column(tag);
            if (place >= 0) {
                places.add(place);
            } else {
                section.refuse(
                        "expected",
                        table.name() + " has no column " + Refusal.quote(tag),
                        Nearest.suggestion(tag, table.columns()));
            }
        }
        if (places.size() < by.size()) {
            return Optional.empty();
        }
        Columns columns = new Columns(table.name(), places);
        Inventory inventory = known.get(columns);
        if (inventory == null) {
            tables.keep(table.rows().size(), places.size());
            inventory = new Inventory(table.name(), keys(table, places, by));
            known.put(columns, inventory);
        }
        return Optional.of(inventory);
    }

    private Set<List<String>> keys(Table table, List<Integer> places, List<String> by) {
        Set<List<String>> keys = new LinkedHashSet<>();
        for (Table.Row row : table.rows()) {
            List<String> key =
                    places.stream().map(place -> row.cells().get(place)).toList();
            int empty = key.indexOf("");
            if (empty >= 0) {
                tables.refuse(new Mistake(
                        table.name(),
                        row.line(),
                        by.get(empty),
                        "is empty, but names what is expected",
                        "remove the row"));
            } else {
                keys.add(key);
            }
        }
        return keys;
    }
}
