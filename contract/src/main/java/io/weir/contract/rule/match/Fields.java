package io.weir.contract.rule.match;

import io.weir.contract.config.Setting;
import io.weir.contract.config.YamlSection;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The fields that a rule applies to. Tested once for each field name, never per metric.
 *
 * @param pattern of their names
 */
public record Fields(TextPattern pattern) {
    public static final Fields ALL = new Fields(Glob.ANY);

    public Fields {
        pattern.texts().ifPresent(names -> names.forEach(name -> Spelling.require("", "field", name)));
    }

    /** The fields of these names; at least one. */
    public static Fields named(String... names) {
        return of(Arrays.stream(names).<TextPattern>map(Glob::new).toList());
    }

    /** Reads a key that holds one name or pattern, or a list of them. */
    public static Setting<Fields> in(YamlSection section, String key, String about) {
        return section.oneOrMore(key, TextPattern.each(section), Fields::of, about);
    }

    private static Fields of(List<TextPattern> patterns) {
        return new Fields(OneOf.of(patterns));
    }

    /** Whether the rule applies to fields of this name, which has no escapes. */
    public boolean has(String name) {
        return pattern.matches(name);
    }

    /** Their names, in the order of the file; empty if there is a pattern among them. */
    public Optional<List<String>> names() {
        return pattern.texts();
    }

    @Override
    public String toString() {
        return pattern.toString();
    }
}
