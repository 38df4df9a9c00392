package io.weir.contract.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The kinds of values that contain further values: mappings with free keys, sections, and lists of
 * sections.
 */
final class Nested {
    static final Kind<SortedMap<String, String>> ALIASES = aliases();

    private Nested() {}

    static <T> Kind<SortedMap<String, T>> entries(Shape shape, Kind.NodeReader<T> each) {
        return new Kind<>(
                "a mapping with free keys",
                new Shape.Entries(shape),
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

    private static Kind<SortedMap<String, String>> aliases() {
        String name = "a name, a list of names or a mapping of names";
        Kind.NodeReader<String> one = Kind.scalarReader("a name", text -> text);
        Shape text = new Shape.Text();
        Kind<List<String>> list = Kind.list(name, text, one);
        Kind<SortedMap<String, String>> mapping = entries(text, one);
        Shape shape = new Shape.AnyOf(List.of(text, list.shape(), mapping.shape()));
        return new Kind<>(name, shape, Collections.emptySortedMap(), VariableForm.NONE, (node, place, mistakes) -> {
            if (node instanceof YamlNode.Mapping) {
                return mapping.read(node, place, mistakes);
            }
            Optional<List<String>> names = node instanceof YamlNode.Scalar
                    ? one.read(node, place, mistakes).map(List::of)
                    : list.read(node, place, mistakes);
            return names.map(Nested::eachAsItself);
        });
    }

    private static SortedMap<String, String> eachAsItself(List<String> names) {
        TreeMap<String, String> entries = new TreeMap<>();
        names.forEach(name -> entries.put(name, name));
        return Collections.unmodifiableSortedMap(entries);
    }

    static <T> Kind<T> section(SectionKeys parent, String key, T standIn, Function<SectionKeys, T> read) {
        String path = parent.declaredPath(key);
        return new Kind<>(
                "a mapping",
                new Shape.Section(),
                standIn,
                VariableForm.ONE_PER_KEY_OF_SECTION,
                (node, place, mistakes) -> read(parent.part(place, path, node), read));
    }

    static <T> Kind<List<T>> sections(SectionKeys parent, String key, Function<SectionKeys, T> read) {
        String path = parent.declaredPath(key) + "[]";
        return listed("a list of mappings", new Shape.Sections(), List.of(), (node, place, mistakes) -> {
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
            SectionKeys parent, String key, BiFunction<String, SectionKeys, T> read) {
        String path = parent.declaredPath(key) + ".*";
        return listed(
                "a mapping of names to mappings",
                new Shape.Named(),
                Collections.emptySortedMap(),
                (node, place, mistakes) -> {
                    SectionKeys names = parent.child(place, path, node);
                    SortedMap<String, T> entries = new TreeMap<>();
                    if (node instanceof YamlNode.Mapping mapping) {
                        mapping.entries().forEach((name, entry) -> {
                            names.expect(name);
                            SectionKeys child = parent.child(place.key(name, entry.line()), path, entry.value());
                            read(child, keys -> read.apply(name, keys)).ifPresent(value -> entries.put(name, value));
                        });
                    }
                    return Optional.of(Collections.unmodifiableSortedMap(entries));
                });
    }

    /**
     * Reports a value's own refusal only if its parts are valid: otherwise it may concern a
     * stand-in.
     */
    static <T> Optional<T> read(SectionKeys keys, Function<SectionKeys, T> read) {
        if (!keys.isMapping()) {
            return Optional.empty();
        }
        int before = keys.mistakes().size();
        try {
            return Optional.of(read.apply(keys));
        } catch (Refusal refusal) {
            if (keys.mistakes().size() == before) {
                keys.refuse(refusal.key(), refusal.wrong(), refusal.meant());
            }
        } catch (IllegalArgumentException e) {
            // The refusal of a record that is independent of files.
            if (keys.mistakes().size() == before) {
                keys.refuse("", String.valueOf(e.getMessage()), "");
            }
        }
        return Optional.empty();
    }

    /** A text that replaces a section, or the section itself. */
    static <T> Kind<T> textOr(Kind<T> section, Function<String, T> parse) {
        Kind.NodeReader<T> text = Kind.scalarReader("a text", parse);
        Shape shape = new Shape.AnyOf(List.of(new Shape.Text(), section.shape()));
        Kind.NodeReader<T> either = (node, place, mistakes) -> {
            boolean isText = node instanceof YamlNode.Scalar scalar && !scalar.isAbsent();
            return isText ? text.read(node, place, mistakes) : section.read(node, place, mistakes);
        };
        return new Kind<>("a text or a mapping", shape, section.standIn(), VariableForm.NONE, either);
    }

    /** A single value, or a section that replaces it. */
    static <T> Kind<T> or(Kind<T> single, Kind<T> section) {
        Shape shape = new Shape.AnyOf(List.of(single.shape(), section.shape()));
        Kind.NodeReader<T> either = (node, place, mistakes) ->
                (node instanceof YamlNode.Mapping ? section : single).read(node, place, mistakes);
        return new Kind<>(single.name() + " or a mapping", shape, single.standIn(), VariableForm.NONE, either);
    }

    private static <T> Kind<T> listed(String name, Shape shape, T standIn, Kind.NodeReader<T> reader) {
        return new Kind<>(name, shape, standIn, VariableForm.YAML, reader);
    }
}
