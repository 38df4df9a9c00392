package io.weir.contract.config;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Reads a YAML list of rows, or a mapping with a row under each key. Rows may omit columns. */
final class YamlTable {
    private YamlTable() {}

    static Optional<Table> read(String name, String text, Consumer<Mistake> mistakes) {
        Optional<List<YamlRows.Row>> read = YamlRows.read(name, text, mistakes);
        if (read.isEmpty()) {
            return Optional.empty();
        }
        List<YamlRows.Row> rows = read.get();
        boolean isKeyed = !rows.isEmpty() && rows.get(0).key().isPresent();
        Set<String> columns = new LinkedHashSet<>();
        rows.forEach(row -> columns.addAll(row.cells().keySet()));
        if (columns.size() > Table.MAX_COLUMNS) {
            mistakes.accept(Table.tooLarge(name, "more than " + Table.MAX_COLUMNS + " columns"));
            return Optional.empty();
        }
        if ((long) columns.size() * rows.size() > Table.MAX_CELLS) {
            mistakes.accept(Table.tooLarge(name, rows.size() + " rows of " + columns.size() + " columns"));
            return Optional.empty();
        }
        List<String> named = List.copyOf(columns);
        return Optional.of(new Table(
                name,
                isKeyed ? joined(Table.KEY, named) : named,
                rows.stream().map(row -> row(row, named)).toList()));
    }

    private static Table.Row row(YamlRows.Row row, List<String> columns) {
        List<String> cells = columns.stream()
                .map(column -> row.cells().getOrDefault(column, ""))
                .toList();
        return new Table.Row(
                row.line(), row.key().map(key -> joined(key, cells)).orElse(cells));
    }

    private static List<String> joined(String first, List<String> others) {
        List<String> all = new ArrayList<>(others.size() + 1);
        all.add(first);
        all.addAll(others);
        return List.copyOf(all);
    }
}
