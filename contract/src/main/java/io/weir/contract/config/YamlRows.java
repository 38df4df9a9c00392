package io.weir.contract.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A document that is a table: a list of mappings to single texts, or a mapping of keys to such
 * mappings.
 */
public final class YamlRows {

    /**
     * One row.
     *
     * @param line where it begins, 1-based
     * @param key its key in the mapping; present in all rows or in none
     * @param cells texts by name, in the order of the file; names without a text are omitted
     */
    public record Row(int line, Optional<String> key, Map<String, String> cells) {}

    private final Mistakes mistakes = new Mistakes();
    private final List<Row> rows = new ArrayList<>();

    private YamlRows() {}

    /**
     * The rows, in the order of the file; empty after a mistake.
     *
     * @param name of the document, for messages
     * @param mistakes receives all mistakes
     */
    public static Optional<List<Row>> read(String name, String text, Consumer<Mistake> mistakes) {
        YamlRows read = new YamlRows();
        try {
            YamlParser.parse(name, text, read.mistakes).ifPresent(root -> read.root(root, Place.of(name, 0)));
        } catch (Mistakes.TooMany enough) {
            // The mistakes found so far are reported.
        }
        read.mistakes.found().forEach(mistakes);
        return read.mistakes.size() == 0 ? Optional.of(read.rows) : Optional.empty();
    }

    private void root(YamlNode root, Place place) {
        if (root instanceof YamlNode.Sequence list) {
            for (int i = 0; i < list.items().size(); i++) {
                YamlNode item = list.items().get(i);
                row(Optional.empty(), item, place.item(i, item.line()));
            }
        } else if (root instanceof YamlNode.Mapping mapping) {
            mapping.entries()
                    .forEach((key, entry) -> row(Optional.of(key), entry.value(), place.key(key, entry.line())));
        } else {
            mistakes.add(place.mistake(
                    "must be a list of mappings, or a mapping of keys to mappings, was " + root.shown(), ""));
        }
    }

    private void row(Optional<String> key, YamlNode node, Place place) {
        if (!(node instanceof YamlNode.Mapping mapping)) {
            mistakes.add(
                    place.mistake("must be a mapping of names to texts, was " + node.shown(), "such as {rack: A1}"));
            return;
        }
        Map<String, String> cells = new LinkedHashMap<>();
        mapping.entries().forEach((name, entry) -> {
            if (!(entry.value() instanceof YamlNode.Scalar scalar)) {
                mistakes.add(place.key(name, entry.line())
                        .mistake("must be a text, was " + entry.value().shown(), ""));
            } else if (!scalar.isAbsent()) {
                cells.put(name, scalar.text());
            }
        });
        rows.add(new Row(place.line(), key, Collections.unmodifiableMap(cells)));
    }
}
