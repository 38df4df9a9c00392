package io.weir.contract.rule;

import io.weir.contract.yaml.Nearest;
import io.weir.contract.yaml.Refusal;
import io.weir.contract.yaml.Setting;
import io.weir.contract.yaml.YamlSection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The names of one rule file while it is read: each rule has one of its own, and a match may be one that was named before. */
final class RuleNames {
    private final Map<String, Match> selectors = new TreeMap<>();
    private final Map<String, Integer> lineByName = new HashMap<>();

    /** Reads the selectors, which rules name in place of a match. */
    void readSelectors(YamlSection root) {
        root.named("selectors", this::selector, "matches with a name, to be used in rules");
    }

    /** The rule's name, which no other rule of the file has. */
    String name(YamlSection section) {
        String name = section.value(
                        "name", "", text -> Spelling.requireName("", text), "a-z, 0-9 and -, unique in the file")
                .required();
        Integer other = name.isEmpty() ? null : lineByName.putIfAbsent(name, section.line());
        if (other != null) {
            section.refuse(
                    "name",
                    "is " + Refusal.quote(name) + " like that of the rule in line " + other,
                    "names are unique in a file");
        }
        return name;
    }

    /** What the rule is for: a match, or the name of a selector. */
    Match match(YamlSection section) {
        return setting(section).required();
    }

    /** The same, where rules of the kind may be for something else; those do not ask. */
    Match matchOfSome(YamlSection section) {
        Optional<Match> match = setting(section).optional();
        if (match.isEmpty() && !section.has("match")) {
            section.refuse("match", "is missing", "write which series, or a selector's name");
        }
        return match.orElse(Match.ALL);
    }

    private Setting<Match> setting(YamlSection section) {
        return section.textOrNested(
                "match", Match.ALL, this::selected, MatchReader::read, "which series, or a selector's name");
    }

    private Match selector(String name, YamlSection section) {
        // Known even if it is wrong, so that rules that use it are not blamed as well.
        selectors.put(name, Match.ALL);
        Match match = MatchReader.read(section);
        selectors.put(Spelling.requireName("", name), match);
        return match;
    }

    private Match selected(String name) {
        Match match = selectors.get(name);
        if (match == null) {
            throw new Refusal(
                    "no selector is named " + Refusal.quote(name),
                    selectors.isEmpty() ? "write {measurement: …}" : Nearest.suggestion(name, selectors.keySet()));
        }
        return match;
    }
}
