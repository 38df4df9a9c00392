package io.weir.contract.rule;

import io.weir.contract.config.YamlSection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** The place of each rule in its file, for messages. */
public final class RuleLines {
    private final IdentityHashMap<Object, RulePlace> places = new IdentityHashMap<>();
    private final IdentityHashMap<Object, YamlSection> sections = new IdentityHashMap<>();
    private final Map<String, Integer> read = new HashMap<>();

    private final RuleProgress progress;

    RuleLines(RuleProgress progress) {
        this.progress = progress;
    }

    /** Wraps a reader of one kind of rules to record their places. */
    <R> Function<YamlSection, R> noting(String kind, Function<YamlSection, R> reader) {
        return section -> {
            int index = read.merge(kind, 1, Integer::sum) - 1;
            RulePlace place = new RulePlace(kind + "[" + index + "]", section.line());
            progress.at(place);
            R rule = reader.apply(section);
            places.put(rule, place);
            sections.put(rule, section);
            return rule;
        };
    }

    /** Gives a rule that is implied by another one, and not in the file itself, the place of the other. */
    void imply(Object implied, Object by) {
        places.put(implied, of(by));
        sections.put(implied, Objects.requireNonNull(sections.get(by), "a rule of another file"));
    }

    /** Sets the progress to the joint check of all rules of a kind. */
    void inspectAll(String kind) {
        progress.at(new RulePlace(kind, 0));
    }

    /** Sets the progress to a rule of the file. */
    public void inspect(Object rule) {
        progress.at(of(rule));
    }

    /** Reports a mistake that shows only beside other rules. */
    void refuse(Object rule, String key, String wrong, String meant) {
        Objects.requireNonNull(sections.get(rule), "a rule of another file").refuse(key, wrong, meant);
    }

    /** The place of a rule, found by identity. */
    public RulePlace of(Object rule) {
        return Objects.requireNonNull(places.get(rule), "a rule of another file");
    }
}
