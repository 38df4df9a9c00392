package io.weir.contract.rule.alarm;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Spelling;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * A reference from a rule to other rules' alarms.
 *
 * @param rules names of the rules that raise them
 * @param tags keys of the tags whose values must be equal, either among these alarms or to those of
 *     the rule's own alarms
 */
public record OtherAlarms(List<String> rules, List<String> tags) {
    static final OtherAlarms NONE = new OtherAlarms(List.of(), List.of());

    public OtherAlarms {
        rules = List.copyOf(rules);
        tags = List.copyOf(tags);
        Spelling.requireTags("", tags);
        if (new HashSet<>(rules).size() < rules.size()) {
            throw new Refusal("names a rule twice", "keep one of them");
        }
    }

    static OtherAlarms read(YamlSection section, String tagsKey, String aboutTags) {
        List<String> one = section.text("rule", "rule of the other alarms").optional().stream()
                .toList();
        Optional<List<String>> several =
                section.texts("rules", "rules of the other alarms").optional();
        List<String> tags = section.texts(tagsKey, aboutTags).or(List.of());
        if (one.isEmpty() == several.isEmpty()) {
            throw new Refusal("must have one of rule and rules", "such as {rule: host-down, " + tagsKey + ": [rack]}");
        }
        return new OtherAlarms(several.orElse(one), tags);
    }
}
