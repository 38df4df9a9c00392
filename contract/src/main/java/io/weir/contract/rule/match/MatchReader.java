package io.weir.contract.rule.match;

import io.weir.contract.config.YamlSection;
import java.util.List;
import java.util.TreeMap;

/** Reads the match of a rule. */
public final class MatchReader {
    private static final List<String> KEYS = List.of("measurement", "tags", "without", "not");

    private MatchReader() {}

    public static Match read(YamlSection section) {
        if (KEYS.stream().noneMatch(section::has)) {
            section.refuse("", "has no condition", "{measurement: \"*\"} matches all");
        }
        return new Match(
                TextPattern.in(section, "measurement", "name, pattern, or a list of them")
                        .or(Glob.ANY),
                TextPattern.entriesIn(section, "tags", "required tags, by key: value, pattern, or a list of them")
                        .or(new TreeMap<>()),
                section.oneOrMore("without", key -> key, keys -> keys, "keys of excluded tags")
                        .or(List.of()),
                TextPattern.entriesIn(
                                section, "not", "excluded values of tags, by key: value, pattern, or a list of them")
                        .or(new TreeMap<>()));
    }
}
