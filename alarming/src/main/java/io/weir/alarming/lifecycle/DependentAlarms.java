package io.weir.alarming.lifecycle;

import io.weir.alarming.lifecycle.Groups.Tally;
import io.weir.contract.alarm.AlarmCommand.Target;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.FarmState;
import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.rule.alarm.CompositeRule;
import io.weir.contract.rule.alarm.MaskedWhile;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Applies the consequences of a transition to dependent alarms: composite alarms and masked alarms.
 * The cost depends on the alarm's groups, not on the total number of alarms. Not thread-safe.
 */
final class DependentAlarms {

    private final Alarms alarms;
    private final Groups groups;
    private final FarmSettings farm;
    private final Rules rules;
    private final Changes changes;
    private String version = "";
    private Relations relations = new Relations(RuleFile.passThrough());

    /** Groups whose evaluation waits for their members; null outside a rule switch. */
    private @Nullable Map<String, Group> waiting;

    /**
     * A group of alarms.
     *
     * @param id id of the group's own alarm
     * @param tags tags that its members share
     */
    private record Group(CompositeRule rule, String id, SortedMap<String, String> tags) {}

    /** Applies changes to alarms, with all their consequences, before it returns. */
    interface Changes {

        void apply(Transition transition);

        /** Applies a change of a condition, if it changes the alarm, which may be new. */
        void change(ConditionChange change, Cause cause);
    }

    DependentAlarms(Alarms alarms, Groups groups, FarmSettings farm, Rules rules, Changes changes) {
        this.alarms = alarms;
        this.groups = groups;
        this.farm = farm;
        this.rules = rules;
        this.changes = changes;
    }

    /** Applies the consequences of a transition. */
    void propagate(Transition transition) {
        Alarm before = transition.before();
        Alarm after = transition.after();
        Map<String, Group> touched = new LinkedHashMap<>();
        if (counted(before) != counted(after)
                || !before.condition().tags().equals(after.condition().tags())) {
            count(before, -1, touched);
            count(after, 1, touched);
        }
        Set<String> masked = new LinkedHashSet<>();
        if (masks(before) != masks(after)
                || !before.condition().tags().equals(after.condition().tags())) {
            setMasking(before, false, masked);
            setMasking(after, true, masked);
        }
        updateMaskable(before, after);
        if (waiting != null) {
            waiting.putAll(touched);
            return;
        }
        Cause cause = transition.cause();
        touched.values().forEach(group -> evaluate(group, cause));
        mask(masked.stream().flatMap(group -> groups.masked(group).stream()).toList(), cause);
    }

    /** Returns the mask of this alarm: a farm state or an alarm, or null. */
    @Nullable
    String maskOf(Alarm alarm) {
        Optional<MaskedWhile> meanwhile =
                relations().maskedWhile(alarm.condition().rule());
        if (meanwhile.isPresent() && meanwhile.get().holds(farm.state())) {
            return meanwhile.get().mask(farm.state());
        }
        String group = maskedGroup(alarm);
        return group == null ? null : groups.maskOf(group);
    }

    /**
     * Updates the masks of alarms: at most {@link Alarms#MOST_AT_ONCE} immediately, the others
     * in later calls of {@link #updateQueuedMasks}.
     */
    private void mask(List<String> ids, Cause cause) {
        int now = Math.min(Alarms.MOST_AT_ONCE, ids.size());
        ids.subList(0, now).forEach(id -> mask(id, cause));
        ids.subList(now, ids.size()).forEach(groups::queue);
    }

    /** Continues with alarms whose masks wait for an update. */
    void updateQueuedMasks(Cause cause) {
        groups.takeQueued(Alarms.MOST_AT_ONCE).forEach(id -> mask(id, cause));
    }

    private void mask(String id, Cause cause) {
        alarms.find(id).ifPresent(alarm -> mask(alarm, cause));
    }

    private void mask(Alarm alarm, Cause cause) {
        alarm.on(maskOf(alarm), cause.time()).ifPresent(after -> changes.apply(new Transition(alarm, after, cause)));
    }

    /** Applies a farm setting, and updates the alarms that it masks or no longer masks. */
    void set(byte @Nullable [] name, byte @Nullable [] value, Cause cause) {
        FarmState before = farm.state();
        farm.take(Objects.requireNonNull(cause.source()).offset(), name, value);
        FarmState after = farm.state();
        relations().maskedWhile().forEach((rule, meanwhile) -> {
            if (meanwhile.holds(before) != meanwhile.holds(after)) {
                mask(alarms.find(new Target(rule, true)).stream().map(Alarm::id).toList(), cause);
            }
        });
    }

    /**
     * Activates other rules for all alarms in one step. Recounts the groups, evaluates each after
     * the groups that it depends on, and clears the alarms of removed groups.
     */
    void switchTo(String to, Cause cause) {
        if (to.equals(groups.rules())) {
            return;
        }
        Relations before = relations();
        groups.begin(to);
        if (before.isEmpty() && relations().isEmpty()) {
            return;
        }
        Map<String, Group> all = new LinkedHashMap<>();
        waiting = all;
        List<Alarm> known = alarms.all();
        for (Alarm alarm : known) {
            count(alarm, 1, all);
            setMasking(alarm, true, new HashSet<>());
            setMaskable(alarm, true);
        }
        known.stream()
                .filter(Alarm::isRaised)
                .filter(alarm -> before.composite(alarm.condition().rule()).isPresent())
                .forEach(alarm -> keepOrClear(alarm, all, cause));
        for (CompositeRule rule : relations().composites()) {
            all.values().stream()
                    .filter(group -> group.rule.name().equals(rule.name()))
                    .toList()
                    .forEach(group -> evaluate(group, cause));
        }
        waiting = null;
        // An alarm whose rule was removed stays masked until the first stage clears it, so that it
        // does not become visible for a moment.
        List<String> others = alarms.all().stream()
                .filter(alarm -> relations().hasRule(alarm.condition().rule()))
                .filter(alarm -> alarm.on(maskOf(alarm), cause.time()).isPresent())
                .map(Alarm::id)
                .toList();
        mask(others, cause);
    }

    private void keepOrClear(Alarm alarm, Map<String, Group> all, Cause cause) {
        String name = alarm.condition().rule();
        SortedMap<String, String> tags = alarm.condition().tags();
        Optional<CompositeRule> rule = relations().composite(name);
        if (rule.isPresent()
                && tags.keySet().equals(Set.copyOf(rule.get().by()))
                && alarm.id().equals(Relations.group(name, rule.get().by(), tags))) {
            all.putIfAbsent(alarm.id(), new Group(rule.get(), alarm.id(), tags));
        } else {
            ConditionChange cleared = ConditionChange.cleared(
                    alarm.id(), name, version, alarm.series(), tags, cause.time(), cause.source());
            changes.change(cleared, cause);
        }
    }

    /** Returns the severity that counts in groups; OK for alarms that an operator has hidden. */
    private static Severity counted(Alarm alarm) {
        return alarm.state() == AlarmState.SHELVED || alarm.state() == AlarmState.OUT_OF_SERVICE
                ? Severity.OK
                : alarm.severity();
    }

    private void count(Alarm alarm, int change, Map<String, Group> touched) {
        Severity severity = counted(alarm);
        String member = alarm.condition().rule();
        if (severity == Severity.OK) {
            return;
        }
        for (CompositeRule rule : relations().compositesOf(member)) {
            SortedMap<String, String> tags = alarm.condition().tags();
            String id = Relations.group(rule.name(), rule.by(), tags);
            if (id != null) {
                groups.count(id, member, severity, change);
                touched.computeIfAbsent(id, group -> new Group(rule, group, of(tags, rule)));
            }
        }
    }

    /** Returns whether the alarm masks others. Hidden alarms do; alarms out of service do not. */
    private static boolean masks(Alarm alarm) {
        return alarm.isRaised() && alarm.state() != AlarmState.OUT_OF_SERVICE;
    }

    /**
     * Adds or removes the alarm as a mask. Adds the groups that become masked or unmasked to
     * {@code changed}.
     */
    private void setMasking(Alarm alarm, boolean isMasking, Set<String> changed) {
        if (!masks(alarm)) {
            return;
        }
        ConditionChange condition = alarm.condition();
        for (String rule : relations().rulesMaskedBy(condition.rule())) {
            String group = relations().maskedGroup(rule, condition.tags());
            if (group != null && groups.mask(group, alarm.id(), isMasking)) {
                changed.add(group);
            }
        }
    }

    /** Updates which alarms a mask of their group affects. */
    private void updateMaskable(Alarm before, Alarm after) {
        if (!isMaskable(before) || !isMaskable(after) || !Objects.equals(maskedGroup(before), maskedGroup(after))) {
            setMaskable(before, false);
            setMaskable(after, true);
        }
    }

    private void setMaskable(Alarm alarm, boolean isMaskable) {
        String group = isMaskable(alarm) ? maskedGroup(alarm) : null;
        if (group != null) {
            groups.masked(group, alarm.id(), isMaskable);
        }
    }

    private static boolean isMaskable(Alarm alarm) {
        return alarm.isRaised() || alarm.state() == AlarmState.SUPPRESSED;
    }

    private @Nullable String maskedGroup(Alarm alarm) {
        return relations()
                .maskedGroup(alarm.condition().rule(), alarm.condition().tags());
    }

    private static SortedMap<String, String> of(SortedMap<String, String> tags, CompositeRule rule) {
        TreeMap<String, String> ownTags = new TreeMap<>(tags);
        ownTags.keySet().retainAll(rule.by());
        return Collections.unmodifiableSortedMap(ownTags);
    }

    private void evaluate(Group group, Cause cause) {
        CompositeRule rule = group.rule;
        Tally tally = groups.tally(group.id);
        int count = rule.countsRules() ? tally.rules() : tally.members();
        Severity severity =
                count < rule.atLeast() ? Severity.OK : rule.severity().orElse(tally.worst());
        if (severity == alarms.find(group.id).map(Alarm::latestSeverity).orElse(Severity.OK)) {
            return;
        }
        String message = rule.handling().message().render(name -> switch (name) {
            case "value" -> Integer.toString(count);
            case "threshold" -> Integer.toString(rule.atLeast());
            case "field" -> rule.counted();
            case "rule" -> rule.name();
            case "severity" -> severity.toString();
            default -> group.tags.getOrDefault(name, "");
        });
        ConditionChange change = new ConditionChange(
                group.id,
                rule.name(),
                version,
                group.id,
                severity,
                (double) count,
                (double) rule.atLeast(),
                message,
                rule.handling().guidance(),
                group.tags,
                cause.time(),
                rule.handling().latch(),
                cause.source(),
                null);
        changes.change(change, cause);
    }

    /** Returns the relations under the rule version that the groups were counted by. */
    private Relations relations() {
        String counted = Objects.requireNonNullElse(groups.rules(), "");
        if (!counted.equals(version)) {
            relations = new Relations(
                    counted.isEmpty()
                            ? RuleFile.passThrough()
                            : rules.find(counted).orElseGet(rules::active));
            version = counted;
        }
        return relations;
    }
}
