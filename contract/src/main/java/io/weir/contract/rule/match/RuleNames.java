package io.weir.contract.rule.match;

import io.weir.contract.config.Nearest;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.Setting;
import io.weir.contract.config.YamlSection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The names in one rule file while it is read: each rule has a unique name, and a match may be a
 * named selector.
 */
public final class RuleNames {
    private final Map<String, Match> selectors = new TreeMap<>();
    private final Map<String, Integer> lineByName = new HashMap<>();

    /** Reads the selectors, which rules may name instead of a match. */
    public void readSelectors(YamlSection root) {
        root.named("selectors", this::selector, "named matches, for use in rules");
    }

    /** The rule's name, unique in the file. */
    public String name(YamlSection section) {
        String name = section.value(
                        "name", "", text -> Spelling.requireName("", text), "a-z, 0-9 and -, unique in the file")
                .required();
        Integer other = name.isEmpty() ? null : lineByName.putIfAbsent(name, section.line());
        if (other != null) {
            section.refuse(
                    "name",
                    "is " + Refusal.quote(name) + ", the name of the rule in line " + other,
                    "names are unique in a file");
        }
        return name;
    }

    /** The rule's match, or the selector that it names. */
    public Match match(YamlSection section) {
        return setting(section).required();
    }

    /** Like {@link #match}, for kinds with rules that have no match; do not call it for those. */
    public Match matchOfSome(YamlSection section) {
        Optional<Match> match = setting(section).optional();
        if (match.isEmpty() && !section.has("match")) {
            section.refuse("match", "is missing", "write a match or a selector's name");
        }
        return match.orElse(Match.ALL);
    }

    private Setting<Match> setting(YamlSection section) {
        return section.textOrNested(
                "match", Match.ALL, this::selected, MatchReader::read, "series to match, or a selector's name");
    }

    private Match selector(String name, YamlSection section) {
        // Registered even if it is wrong, so that rules that use it are not reported as well.
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
