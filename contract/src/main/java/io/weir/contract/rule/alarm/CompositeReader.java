package io.weir.contract.rule.alarm;

import io.weir.contract.alarm.Severity;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import java.util.List;
import java.util.Optional;

/** Reads a composite rule of {@code alarms}, which has keys of its own. */
final class CompositeReader {
    private static final List<String> KINDS = List.of("of", "any", "all");

    private CompositeReader() {}

    /** Empty if the rule is not a composite. */
    static Optional<CompositeRule> read(
            String name, YamlSection section, Handling handling, AlarmReferences references) {
        Optional<OtherAlarms> of = section.nested(
                        "of",
                        OtherAlarms.NONE,
                        CompositeReader::members,
                        "rules whose alarms are counted, and tags that group them")
                .optional();
        Optional<List<String>> any = rules(section, "any", "rules; raised while an alarm of any of them is raised");
        Optional<List<String>> all = rules(section, "all", "rules; raised while alarms of all of them are raised");
        Optional<List<String>> by = section.texts(
                        "by", "tags whose values make a group, for any and all; default: one group")
                .optional();
        Optional<Integer> atLeast = section.integer(
                        "at-least",
                        1,
                        CompositeRule.MOST,
                        "number of raised alarms in a group that raises this one, for of")
                .optional();
        List<String> kinds = KINDS.stream().filter(section::has).toList();
        if (kinds.isEmpty()) {
            if (section.has("at-least")) {
                section.refuse("at-least", "applies to alarms on other alarms", "add of");
            }
            return Optional.empty();
        }
        // Read only now: alarms on peers read it too, and a mistake must be reported once.
        Optional<Severity> severity = section.choice(
                        "severity", Severity.class, "severity of the alarm; default: that of its worst member")
                .optional();
        String kind = kinds.get(0);
        if (kinds.size() > 1) {
            throw new Refusal(
                    kinds.get(1),
                    "cannot be combined with " + kind,
                    "write two rules, and a third over both if needed");
        }
        if (of.isPresent() && by.isPresent()) {
            section.refuse("by", "applies to any and all", "write it in of, such as {rule: host-down, by: [rack]}");
        }
        OtherAlarms members =
                of.orElseGet(() -> new OtherAlarms(any.or(() -> all).orElse(List.of()), by.orElse(List.of())));
        boolean isOf = kind.equals("of");
        if (isOf != section.has("at-least")) {
            section.refuse(
                    "at-least",
                    isOf ? "is missing" : "applies to of only",
                    isOf ? "write the number of raised alarms that raises this one" : "remove it");
        }
        references.members(name, kind, members.rules(), members.tags(), section);
        if (members.rules().isEmpty()) {
            throw new Refusal(kind, "names no rule", "name the rules whose alarms are its members");
        }
        int enough = kind.equals("all") ? members.rules().size() : atLeast.orElse(1);
        return Optional.of(new CompositeRule(
                name, members.rules(), members.tags(), enough, kind.equals("all"), severity, handling));
    }

    private static Optional<List<String>> rules(YamlSection section, String key, String about) {
        return section.oneOrMore(key, rule -> rule, rules -> rules, about).optional();
    }

    private static OtherAlarms members(YamlSection section) {
        return OtherAlarms.read(section, "by", "tags whose values make a group; default: one group");
    }
}
