package io.weir.contract.rule.alarm;

import io.weir.contract.config.Nearest;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The references between alarm rules, which are checked once all rules are read. */
public final class AlarmReferences {
    /** The most rules of a cycle in a message. */
    private static final int SHOWN = 20;

    private final Set<String> names = new TreeSet<>();
    private final List<Reference> members = new ArrayList<>();
    private final List<Reference> masks = new ArrayList<>();

    /**
     * One rule names others.
     *
     * @param key the key that names them
     * @param tags that their alarms must have
     */
    private record Reference(String from, String key, List<String> to, List<String> tags, YamlSection section) {}

    /** Declares a rule of this name, valid or not. */
    void named(String rule) {
        names.add(rule);
    }

    /** Records that a rule has the alarms of others as members. */
    void members(String rule, String key, List<String> of, List<String> by, YamlSection section) {
        members.add(new Reference(rule, key, of, by, section));
    }

    /** Records that the alarms of others mask a rule's alarms. */
    void masks(String rule, OtherAlarms by, YamlSection section) {
        masks.add(new Reference(rule, "masked-by", by.rules(), by.tags(), section));
    }

    /** Reports mistakes, given all rules that could be read. */
    public void check(List<RaisesAlarms> rules) {
        Map<String, RaisesAlarms> byName = new HashMap<>();
        rules.forEach(rule -> byName.put(rule.name(), rule));
        members.forEach(reference -> check(reference, byName));
        masks.forEach(reference -> check(reference, byName));
        masks.forEach(reference -> checkTags(reference, reference.from, byName));
        refuseCycles(masks, "masks itself", "remove one of the masks");
        refuseCycles(members, "is a member of itself", "remove one of them");
    }

    private void check(Reference reference, Map<String, RaisesAlarms> rules) {
        for (String name : reference.to) {
            if (!names.contains(name)) {
                reference.section.refuse(
                        reference.key,
                        "no alarm rule is named " + Refusal.quote(name),
                        Nearest.suggestion(name, names));
            }
            checkTags(reference, name, rules);
        }
    }

    private static void checkTags(Reference reference, String name, Map<String, RaisesAlarms> rules) {
        for (String tag : reference.tags) {
            if (rules.containsKey(name) && !mayHave(rules.get(name), tag)) {
                reference.section.refuse(
                        reference.key,
                        "no alarm of " + name + " has the tag " + Refusal.quote(tag),
                        "name tags that it has");
            }
        }
    }

    private static boolean mayHave(RaisesAlarms rule, String tag) {
        if (rule instanceof CompositeRule composite) {
            return composite.by().contains(tag);
        }
        return rule instanceof AbsenceRule absence
                ? absence.by().contains(tag)
                : !(rule instanceof AlarmRule alarm && alarm.match().without().contains(tag));
    }

    /** Reports each cycle once, at its first rule in the file. */
    private static void refuseCycles(List<Reference> references, String wrong, String meant) {
        Map<String, List<String>> next = new LinkedHashMap<>();
        references.forEach(reference -> next.put(reference.from, reference.to));
        Cycles cycles = new Cycles(next);
        for (Reference reference : references) {
            cycles.through(reference.from)
                    .ifPresent(way -> reference.section.refuse(
                            reference.key, wrong + ": " + reference.from + " → " + shown(way), meant));
        }
    }

    private static String shown(List<String> way) {
        if (way.size() <= SHOWN) {
            return String.join(" → ", way);
        }
        return String.join(" → ", way.subList(0, SHOWN - 1)) + " → … → " + way.get(way.size() - 1) + ", " + way.size()
                + " rules";
    }
}
