package io.weir.contract.rule.match;

import io.weir.contract.yaml.YamlSection;
import java.util.List;
import java.util.TreeMap;

/** Reads the match of a rule. */
public final class MatchReader {
    private static final List<String> KEYS = List.of("measurement", "tags", "without", "not");

    private MatchReader() {}

    public static Match read(YamlSection section) {
        if (KEYS.stream().noneMatch(section::has)) {
            section.refuse("", "says nothing of which series", "{measurement: \"*\"} matches all");
        }
        return new Match(
                TextPattern.in(section, "measurement", "name, pattern, or a list of such")
                        .or(Glob.ANY),
                TextPattern.entriesIn(section, "tags", "tags that it has, by key: value, pattern, or a list of such")
                        .or(new TreeMap<>()),
                section.oneOrMore("without", key -> key, keys -> keys, "tags that it does not have, by key")
                        .or(List.of()),
                TextPattern.entriesIn(section, "not", "tags whose values do not look like this, by key")
                        .or(new TreeMap<>()));
    }
}
