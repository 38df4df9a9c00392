package io.weir.alarming.lifecycle;

import io.weir.contract.alarm.AlarmId;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.alarm.CompositeRule;
import io.weir.contract.rule.alarm.MaskedWhile;
import io.weir.contract.rule.alarm.OtherAlarms;
import io.weir.contract.rule.alarm.RaisesAlarms;
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

/** Relations between the alarms of different rules, under one version of the rules. Immutable. */
final class Relations {

    private final Map<String, CompositeRule> composites = new LinkedHashMap<>();
    private final Map<String, List<CompositeRule>> compositesOf = new HashMap<>();
    private final Set<String> rules = new HashSet<>();
    private final Map<String, OtherAlarms> masksOf = new HashMap<>();
    private final Map<String, List<String>> rulesMaskedBy = new HashMap<>();
    private final Map<String, MaskedWhile> maskedWhile = new LinkedHashMap<>();

    Relations(RuleFile rules) {
        Map<String, CompositeRule> byName = new LinkedHashMap<>();
        rules.composites().forEach(rule -> byName.put(rule.name(), rule));
        byName.values().forEach(rule -> addAfterMembers(rule, byName));
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
            masks.rules().forEach(mask -> rulesMaskedBy
                    .computeIfAbsent(mask, name -> new ArrayList<>())
                    .add(rule.name()));
        });
    }

    /**
     * Adds a composite rule after its member rules. Terminates because the rule reader refuses
     * cycles.
     */
    private void addAfterMembers(CompositeRule rule, Map<String, CompositeRule> byName) {
        if (composites.containsKey(rule.name())) {
            return;
        }
        for (String name : rule.of()) {
            CompositeRule member = byName.get(name);
            if (member != null) {
                addAfterMembers(member, byName);
            }
        }
        composites.put(rule.name(), rule);
    }

    /** Returns whether no alarm depends on another alarm or on farm settings. */
    boolean isEmpty() {
        return composites.isEmpty() && masksOf.isEmpty() && maskedWhile.isEmpty();
    }

    /** Returns whether an alarm rule has this name. */
    boolean hasRule(String name) {
        return rules.contains(name);
    }

    /** Returns all composite rules, each after its member rules. */
    List<CompositeRule> composites() {
        return List.copyOf(composites.values());
    }

    Optional<CompositeRule> composite(String rule) {
        return Optional.ofNullable(composites.get(rule));
    }

    /** Returns the composite rules that count alarms of this rule. */
    List<CompositeRule> compositesOf(String rule) {
        return compositesOf.getOrDefault(rule, List.of());
    }

    /** Returns the rules whose alarms are masked by alarms of this rule. */
    List<String> rulesMaskedBy(String rule) {
        return rulesMaskedBy.getOrDefault(rule, List.of());
    }

    /** Returns the farm settings that mask alarms of this rule; empty if none do. */
    Optional<MaskedWhile> maskedWhile(String rule) {
        return Optional.ofNullable(maskedWhile.get(rule));
    }

    /** Returns the same for all rules, by name in file order. */
    Map<String, MaskedWhile> maskedWhile() {
        return maskedWhile;
    }

    /**
     * Returns the group in which an alarm of this rule with these tags is masked; null if it cannot
     * be masked.
     */
    @Nullable
    String maskedGroup(String rule, SortedMap<String, String> tags) {
        OtherAlarms masks = masksOf.get(rule);
        return masks == null ? null : group(rule, masks.tags(), tags);
    }

    /**
     * Returns the group of an alarm with these tags: the rule's name followed by the values of the
     * tags, as in an alarm id. Null if a tag is missing.
     */
    static @Nullable String group(String rule, List<String> by, SortedMap<String, String> tags) {
        if (!tags.keySet().containsAll(by)) {
            return null;
        }
        return by.isEmpty() ? rule : AlarmId.of(rule, by, tags);
    }
}
