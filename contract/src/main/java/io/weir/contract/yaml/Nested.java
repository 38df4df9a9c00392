package io.weir.contract.yaml;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The kinds of values that hold further values: mappings with free keys, sections, and lists of sections. */
final class Nested {
    private Nested() {}

    static <T> Kind<SortedMap<String, T>> entries(Function<String, T> parse) {
        Kind.NodeReader<T> each = Kind.scalarReader("a text", parse);
        return new Kind<>(
                "a mapping with free keys",
                Collections.emptySortedMap(),
                VariableForm.ONE_PER_KEY,
                (node, place, mistakes) -> {
                    if (!(node instanceof YamlNode.Mapping mapping)) {
                        mistakes.add(place.mistake("must be a mapping of keys to values, was " + node.shown(), ""));
                        return Optional.empty();
                    }
                    int before = mistakes.size();
                    SortedMap<String, T> entries = new TreeMap<>();
                    mapping.entries()
                            .forEach((key, entry) -> each.read(entry.value(), place.key(key, entry.line()), mistakes)
                                    .ifPresent(value -> entries.put(key, value)));
                    return mistakes.size() == before
                            ? Optional.of(Collections.unmodifiableSortedMap(entries))
                            : Optional.empty();
                });
    }

    static <T> Kind<T> section(SectionKeys parent, String key, T standIn, Function<YamlSection, T> read) {
        String path = parent.declaredPath(key);
        return kind("a mapping", standIn, (node, place, mistakes) -> read(parent.child(place, path, node), read));
    }

    static <T> Kind<List<T>> sections(SectionKeys parent, String key, Function<YamlSection, T> read) {
        String path = parent.declaredPath(key) + "[]";
        return kind("a list of mappings", List.of(), (node, place, mistakes) -> {
            if (node instanceof YamlNode.Scalar scalar && scalar.isAbsent()) {
                return Optional.of(List.of());
            }
            if (!(node instanceof YamlNode.Sequence sequence)) {
                mistakes.add(place.mistake("must be a list, was " + node.shown(), "begin each item with a dash"));
                return Optional.empty();
            }
            List<T> items = new ArrayList<>();
            for (int i = 0; i < sequence.items().size(); i++) {
                YamlNode item = sequence.items().get(i);
                read(parent.child(place.item(i, item.line()), path, item), read).ifPresent(items::add);
            }
            return Optional.of(List.copyOf(items));
        });
    }

    static <T> Kind<SortedMap<String, T>> named(
            SectionKeys parent, String key, BiFunction<String, YamlSection, T> read) {
        String path = parent.declaredPath(key) + ".*";
        return kind("a mapping of names to mappings", Collections.emptySortedMap(), (node, place, mistakes) -> {
            SectionKeys names = parent.child(place, path, node);
            SortedMap<String, T> entries = new TreeMap<>();
            if (node instanceof YamlNode.Mapping mapping) {
                mapping.entries().forEach((name, entry) -> {
                    names.expect(name);
                    SectionKeys child = parent.child(place.key(name, entry.line()), path, entry.value());
                    read(child, section -> read.apply(name, section)).ifPresent(value -> entries.put(name, value));
                });
            }
            return Optional.of(Collections.unmodifiableSortedMap(entries));
        });
    }

    /** What a value says of itself counts only if its parts are right: else it may judge a stand-in. */
    static <T> Optional<T> read(SectionKeys keys, Function<YamlSection, T> read) {
        if (!keys.isMapping()) {
            return Optional.empty();
        }
        int before = keys.mistakes().size();
        try {
            return Optional.of(read.apply(new YamlSection(keys)));
        } catch (Refusal refusal) {
            if (keys.mistakes().size() == before) {
                keys.refuse(refusal.key(), refusal.wrong(), refusal.meant());
            }
        } catch (IllegalArgumentException e) {
            // A record that says no without knowing of files.
            if (keys.mistakes().size() == before) {
                keys.refuse("", String.valueOf(e.getMessage()), "");
            }
        }
        return Optional.empty();
    }

    private static <T> Kind<T> kind(String name, T standIn, Kind.NodeReader<T> reader) {
        return new Kind<>(name, standIn, VariableForm.NONE, reader);
    }
}
