package io.weir.contract.config;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

public final class TableParser {
    private TableParser() {}

    /**
     * Reads a table in the format of the file name's extension.
     *
     * @param name of its file
     * @param mistakes receives all mistakes
     * @return empty if there is no usable table
     */
    public static Optional<Table> parse(String name, byte[] bytes, Consumer<Mistake> mistakes) {
        String text;
        try {
            text = NamedText.decode(name, bytes);
        } catch (MistakesException e) {
            e.mistakes().forEach(mistakes);
            return Optional.empty();
        }
        String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        Optional<Table> table =
                switch (ending) {
                    case "csv" -> new CsvTable(name, mistakes).read(text);
                    case "yaml", "yml" -> YamlTable.read(name, text, mistakes);
                    default -> {
                        mistakes.accept(new Mistake(
                                name, 0, "", "is not a table format that Weir reads", "name it .csv, .yaml or .yml"));
                        yield Optional.empty();
                    }
                };
        return table.filter(read -> isBounded(read, mistakes));
    }

    private static boolean isBounded(Table table, Consumer<Mistake> mistakes) {
        if (table.rows().size() > Table.MAX_ROWS) {
            mistakes.accept(Table.tooLarge(table.name(), "more than " + Table.MAX_ROWS + " rows"));
            return false;
        }
        return true;
    }
}
