package io.weir.contract.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The keys of one mapping: those present, those that were asked for, and the place of each one's
 * mistakes.
 */
final class SectionKeys {
    private final Reading reading;
    private final Place place;
    private final String declaredPath;
    private final YamlNode node;
    private final Map<String, YamlNode.Entry> entries;
    private final Set<String> declared;
    private final Set<String> expected = new LinkedHashSet<>();
    private final List<SectionKeys> children = new ArrayList<>();

    /** @param declaredPath the path without indexes, such as {@code alarms[].minor} */
    SectionKeys(Reading reading, Place place, String declaredPath, YamlNode node) {
        this.reading = reading;
        this.place = place;
        this.declaredPath = declaredPath;
        this.node = node;
        this.entries = node instanceof YamlNode.Mapping mapping ? mapping.entries() : Map.of();
        this.declared = reading.declaredKeys(declaredPath);
        if (!isMapping()) {
            reading.mistakes().add(place.mistake("must be a mapping of keys to values, was " + node.shown(), ""));
        }
    }

    int line() {
        return place.line();
    }

    Mistakes mistakes() {
        return reading.mistakes();
    }

    TrustedAuthorities authorities() {
        return reading.authorities();
    }

    Collection<Declaration> declarations() {
        return List.copyOf(reading.declarations().values());
    }

    void expect(String key) {
        expected.add(key);
    }

    void declare(String key, Supplier<? extends Kind<?>> made, Supplier<String> fallback, String about) {
        expect(key);
        if (!declared.add(key)) {
            return;
        }
        Kind<?> kind = made.get();
        String path = declaredPath(key);
        String variable = reading.environment()
                .map(environment -> kind.inVariables().name(environment.variable(path)))
                .orElse("");
        reading.declare(new Declaration(path, kind.name(), fallback.get(), variable, about, kind.shape()));
    }

    boolean has(String key) {
        return entries.containsKey(key)
                || reading.environment()
                        .flatMap(environment -> environment.value(declaredPath(key)))
                        .isPresent();
    }

    /** Empty if the key is absent or invalid. An environment variable overrides the file. */
    <T> Optional<T> read(String key, Supplier<Kind<T>> made) {
        if (!entries.containsKey(key) && reading.environment().isEmpty() && !reading.isExploring()) {
            return Optional.empty();
        }
        Kind<T> kind = made.get();
        Optional<YamlNode> written = Optional.ofNullable(entries.get(key)).map(YamlNode.Entry::value);
        Optional<Environment> environment = reading.environment();
        Optional<YamlNode> override =
                environment.flatMap(variables -> kind.inVariables().override(variables, declaredPath(key), written));
        boolean fromVariable = override.isPresent() && kind.inVariables().isWhole();
        Place from =
                fromVariable ? Place.variable(environment.orElseThrow().variable(declaredPath(key))) : placeOf(key);
        Optional<YamlNode> sample = reading.isExploring() ? Samples.of(kind.shape()) : Optional.empty();
        return override.or(() -> written).or(() -> sample).flatMap(node -> kind.read(node, from, reading.mistakes()));
    }

    void spend(String what, long amount, long most) {
        if (reading.spent().merge(what, amount, Long::sum) > most) {
            throw new Refusal(
                    "is too much: with it, the file has more than " + most + " " + what, "write fewer of them");
        }
    }

    void refuse(String key, String wrong, String meant) {
        reading.mistakes().add(placeOf(key).mistake(wrong, meant));
    }

    /** Reports nothing if another value replaces the section: that was reported already. */
    void refuseMissing(String key, String wanted) {
        if (isMapping()) {
            refuse(key, "is missing", "write " + wanted);
        }
    }

    SectionKeys child(String key) {
        expect(key);
        YamlNode.Entry entry = entries.get(key);
        YamlNode child = entry == null ? new YamlNode.Mapping(place.line(), Map.of()) : entry.value();
        return add(new SectionKeys(reading, placeOf(key), declaredPath(key), child));
    }

    /** An optional mapping; variables override its keys if they override those of this one. */
    SectionKeys part(Place childPlace, String childPath, YamlNode childNode) {
        return add(new SectionKeys(reading, childPlace, childPath, childNode));
    }

    /** A mapping in a list, or of a list's kind; no variables override its keys. */
    SectionKeys child(Place childPlace, String childPath, YamlNode childNode) {
        return add(new SectionKeys(reading.withoutEnvironment(), childPlace, childPath, childNode));
    }

    private SectionKeys add(SectionKeys child) {
        children.add(child);
        return child;
    }

    String declaredPath(String key) {
        return declaredPath.isEmpty() ? key : declaredPath + "." + key;
    }

    /** Reports keys that no reader asked for, here and below. */
    void end() {
        for (String key : entries.keySet()) {
            if (!expected.contains(key)) {
                refuse(key, "is not a known key", Nearest.suggestion(key, expected));
            }
        }
        children.forEach(SectionKeys::end);
    }

    /** The key's own place, or the section's if it is absent. */
    private Place placeOf(String key) {
        YamlNode.Entry entry = entries.get(key);
        return key.isEmpty() ? place : place.key(key, entry == null ? place.line() : entry.line());
    }

    boolean isMapping() {
        return node instanceof YamlNode.Mapping || (node instanceof YamlNode.Scalar scalar && scalar.isAbsent());
    }
}
