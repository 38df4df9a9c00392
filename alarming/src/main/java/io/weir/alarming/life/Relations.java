package io.weir.alarming.life;

import io.weir.contract.alarm.AlarmId;
import io.weir.contract.rule.CompositeRule;
import io.weir.contract.rule.MaskedWhile;
import io.weir.contract.rule.OtherAlarms;
import io.weir.contract.rule.RaisesAlarms;
import io.weir.contract.rule.RuleFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** What the alarms of one rule have to do with those of another, under one version of the rules. Immutable. */
final class Relations {

    private final Map<String, CompositeRule> composites = new LinkedHashMap<>();
    private final Map<String, List<CompositeRule>> compositesOf = new HashMap<>();
    private final Set<String> rules = new HashSet<>();
    private final Map<String, OtherAlarms> masksOf = new HashMap<>();
    private final Map<String, List<String>> maskedBy = new HashMap<>();
    private final Map<String, MaskedWhile> maskedWhile = new LinkedHashMap<>();

    Relations(RuleFile rules) {
        Map<String, CompositeRule> byName = new LinkedHashMap<>();
        rules.composites().forEach(rule -> byName.put(rule.name(), rule));
        byName.values().forEach(rule -> addBehindMembers(rule, byName));
        composites.values().forEach(rule -> rule.of().forEach(member -> compositesOf
                .computeIfAbsent(member, name -> new ArrayList<>())
                .add(rule)));
        rules.raising().forEach(this::addMasks);
    }

    private void addMasks(RaisesAlarms rule) {
        rules.add(rule.name());
        rule.handling().maskedWhile().ifPresent(meanwhile -> maskedWhile.put(rule.name(), meanwhile));
        rule.handling().maskedBy().ifPresent(masks -> {
            masksOf.put(rule.name(), masks);
            masks.rules().forEach(mask -> maskedBy.computeIfAbsent(mask, name -> new ArrayList<>())
                    .add(rule.name()));
        });
    }

    /** Rules in a circle were refused. */
    private void addBehindMembers(CompositeRule rule, Map<String, CompositeRule> byName) {
        if (composites.containsKey(rule.name())) {
            return;
        }
        for (String name : rule.of()) {
            CompositeRule member = byName.get(name);
            if (member != null) {
                addBehindMembers(member, byName);
            }
        }
        composites.put(rule.name(), rule);
    }

    /** Has no alarm anything to do with another, or with what is set for the farm? */
    boolean isEmpty() {
        return composites.isEmpty() && masksOf.isEmpty() && maskedWhile.isEmpty();
    }

    /** Is there a rule of this name that raises alarms? */
    boolean hasRule(String name) {
        return rules.contains(name);
    }

    /** All composite rules, each behind those whose alarms are its members. */
    List<CompositeRule> composites() {
        return List.copyOf(composites.values());
    }

    Optional<CompositeRule> composite(String rule) {
        return Optional.ofNullable(composites.get(rule));
    }

    /** Those of which alarms of the rule are members. */
    List<CompositeRule> compositesOf(String rule) {
        return compositesOf.getOrDefault(rule, List.of());
    }

    /** The rules whose alarms those of the rule mask. */
    List<String> maskedBy(String rule) {
        return maskedBy.getOrDefault(rule, List.of());
    }

    /** When alarms of the rule are masked by what is set for the farm; empty if they never are. */
    Optional<MaskedWhile> maskedWhile(String rule) {
        return Optional.ofNullable(maskedWhile.get(rule));
    }

    /** The same of all rules, by name, as they are in the file. */
    Map<String, MaskedWhile> maskedWhile() {
        return maskedWhile;
    }

    /** Which alarms of a rule with these tags are masked together; null if none can be. */
    @Nullable
    String maskedGroup(String rule, SortedMap<String, String> tags) {
        OtherAlarms masks = masksOf.get(rule);
        return masks == null ? null : group(rule, masks.tags(), tags);
    }

    /**
     * The group that an alarm with these tags is in: the rule's name, and the values of the tags behind it, as in an alarm's id;
     * null if it lacks a tag.
     */
    static @Nullable String group(String rule, List<String> by, SortedMap<String, String> tags) {
        if (!tags.keySet().containsAll(by)) {
            return null;
        }
        return by.isEmpty() ? rule : AlarmId.of(rule, by, tags);
    }
}
