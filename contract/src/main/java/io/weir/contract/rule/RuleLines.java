package io.weir.contract.rule;

import io.weir.contract.yaml.YamlSection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Where each rule of a file was written, for who has something to say of it. */
public final class RuleLines {
    private final IdentityHashMap<Object, RulePlace> places = new IdentityHashMap<>();
    private final Map<String, Integer> read = new HashMap<>();

    private final RuleProgress progress;

    RuleLines(RuleProgress progress) {
        this.progress = progress;
    }

    /** Reads rules of a kind, and notes where they are. */
    <R> Function<YamlSection, R> noting(String kind, Function<YamlSection, R> reader) {
        return section -> {
            int index = read.merge(kind, 1, Integer::sum) - 1;
            RulePlace place = new RulePlace(kind + "[" + index + "]", section.line());
            progress.at(place);
            R rule = reader.apply(section);
            places.put(rule, place);
            return rule;
        };
    }

    /** All rules of a kind are read, and looked at together. */
    void looksAtAll(String kind) {
        progress.at(new RulePlace(kind, 0));
    }

    /** A rule of the file is looked at. */
    public void looksAt(Object rule) {
        progress.at(of(rule));
    }

    /** The place of a rule of the file, itself and not one like it. */
    public RulePlace of(Object rule) {
        return Objects.requireNonNull(places.get(rule), "a rule of another file");
    }
}
