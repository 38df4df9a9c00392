package io.weir.contract.rule.alarm;

import io.weir.contract.alarm.Severity;
import io.weir.contract.yaml.Refusal;
import io.weir.contract.yaml.YamlSection;
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
                        "of", OtherAlarms.NONE, CompositeReader::members, "whose alarms are counted, in which groups")
                .optional();
        Optional<List<String>> any = rules(section, "any", "raised while an alarm of any of these rules is");
        Optional<List<String>> all = rules(section, "all", "raised while alarms of all of these rules are");
        Optional<List<String>> by = section.texts(
                        "by", "tags whose values make a group; default: all are one; of any and all")
                .optional();
        Optional<Integer> atLeast = section.integer(
                        "at-least", 1, CompositeRule.MOST, "so many alarms raised are enough; with of")
                .optional();
        List<String> kinds = KINDS.stream().filter(section::has).toList();
        if (kinds.isEmpty()) {
            if (section.has("at-least")) {
                section.refuse("at-least", "is for alarms of other alarms", "write of too");
            }
            return Optional.empty();
        }
        // Read only now: alarms on peers read it too, and a mistake must be reported once.
        Optional<Severity> severity = section.choice(
                        "severity", Severity.class, "of the alarm; default: that of its worst member")
                .optional();
        String kind = kinds.get(0);
        if (kinds.size() > 1) {
            throw new Refusal(
                    kinds.get(1), "cannot stand beside " + kind, "make it two rules, and a third of both if need be");
        }
        if (of.isPresent() && by.isPresent()) {
            section.refuse("by", "is for any and all", "write it into of, as {rule: host-down, by: [rack]}");
        }
        OtherAlarms members =
                of.orElseGet(() -> new OtherAlarms(any.or(() -> all).orElse(List.of()), by.orElse(List.of())));
        boolean isOf = kind.equals("of");
        if (isOf != section.has("at-least")) {
            section.refuse(
                    "at-least",
                    isOf ? "is missing" : "is for of only",
                    isOf ? "write how many alarms of the group are enough" : "remove it");
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
        return OtherAlarms.read(section, "by", "tags whose values make a group; default: all are one group");
    }
}
