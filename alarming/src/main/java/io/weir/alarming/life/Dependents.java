package io.weir.alarming.life;

import io.weir.alarming.life.Groups.Tally;
import io.weir.contract.alarm.AlarmCommand.Target;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Severity;
import io.weir.contract.farm.FarmState;
import io.weir.contract.rule.CompositeRule;
import io.weir.contract.rule.MaskedWhile;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
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
 * Lets a transition of one alarm change those that hang on it: alarms of groups, and alarms that it masks. What that costs depends
 * on the groups that the alarm is in, not on how many alarms there are. Not thread-safe.
 */
final class Dependents {

    private final AlarmBook book;
    private final Groups groups;
    private final Farm farm;
    private final Rules rules;
    private String version = "";
    private Relations relations = new Relations(RuleFile.passThrough());

    /** Groups to be judged once all that they are of is; null but while rules change. */
    private @Nullable Map<String, Group> waiting;

    /**
     * A group of alarms.
     *
     * @param id that of the alarm of the group
     * @param tags by which its members are grouped
     */
    private record Group(CompositeRule rule, String id, SortedMap<String, String> tags) {}

    Dependents(AlarmBook book, Groups groups, Farm farm, Rules rules) {
        this.book = book;
        this.groups = groups;
        this.farm = farm;
        this.rules = rules;
    }

    /** Follows up a transition that has happened. */
    void follow(Transition transition, long timestamp) {
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
            mask(before, false, masked);
            mask(after, true, masked);
        }
        note(before, after);
        if (waiting != null) {
            waiting.putAll(touched);
            return;
        }
        Cause cause = Cause.of(transition, timestamp);
        touched.values().forEach(group -> judge(group, cause));
        List<String> alarms =
                masked.stream().flatMap(group -> groups.masked(group).stream()).toList();
        mask(alarms, cause);
    }

    /** What masks this alarm: what is set for the farm, or an alarm; null if nothing does. */
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

    /** Lets alarms be masked, or heard again: some at once, and the others when time passes next. */
    private void mask(List<String> alarms, Cause cause) {
        int now = Math.min(AlarmBook.MOST_AT_ONCE, alarms.size());
        alarms.subList(0, now).forEach(alarm -> mask(alarm, cause));
        alarms.subList(now, alarms.size()).forEach(groups::later);
    }

    /** Time has come so far: goes on with alarms that are to be masked, or heard again. */
    void goOn(Cause cause) {
        groups.takeWaiting(AlarmBook.MOST_AT_ONCE).forEach(alarm -> mask(alarm, cause));
    }

    private void mask(String id, Cause cause) {
        book.find(id).ifPresent(alarm -> mask(alarm, cause));
    }

    private void mask(Alarm alarm, Cause cause) {
        alarm.on(maskOf(alarm), cause).ifPresent(transition -> book.apply(transition, cause.timestamp()));
    }

    /** Something is set for the farm; what is masked meanwhile, or no more, changes. */
    void set(byte @Nullable [] name, byte @Nullable [] value, Cause cause) {
        FarmState before = farm.state();
        farm.take(Objects.requireNonNull(cause.source()).offset(), name, value);
        FarmState after = farm.state();
        relations().maskedWhile().forEach((rule, meanwhile) -> {
            if (meanwhile.holds(before) != meanwhile.holds(after)) {
                mask(book.find(new Target(rule, true)).stream().map(Alarm::id).toList(), cause);
            }
        });
    }

    /**
     * Goes over to other rules, at once and for all alarms: groups are counted anew, then judged, each behind those that it is of, and
     * alarms of groups that are no more are cleared.
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
        List<Alarm> alarms = book.all();
        for (Alarm alarm : alarms) {
            count(alarm, 1, all);
            mask(alarm, true, new HashSet<>());
            noted(alarm, true);
        }
        alarms.stream()
                .filter(Alarm::isRaised)
                .filter(alarm -> before.composite(alarm.condition().rule()).isPresent())
                .forEach(alarm -> keepOrClear(alarm, all, cause));
        for (CompositeRule rule : relations().composites()) {
            all.values().stream()
                    .filter(group -> group.rule.name().equals(rule.name()))
                    .toList()
                    .forEach(group -> judge(group, cause));
        }
        waiting = null;
        // An alarm whose rule is gone stays masked until the first stage clears it: it is not to be heard for that
        // moment.
        List<String> others = book.all().stream()
                .filter(alarm -> relations().hasRule(alarm.condition().rule()))
                .filter(alarm -> alarm.on(maskOf(alarm), cause).isPresent())
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
            book.change(alarm, cleared, cause);
        }
    }

    /** What an alarm counts as: nothing that an operator has hidden does. */
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

    /** What holds masks, be it heard of or not; but not what is out of service. */
    private static boolean masks(Alarm alarm) {
        return alarm.isRaised() && alarm.state() != AlarmState.OUT_OF_SERVICE;
    }

    private void mask(Alarm alarm, boolean isIts, Set<String> changed) {
        if (!masks(alarm)) {
            return;
        }
        ConditionChange condition = alarm.condition();
        for (String rule : relations().maskedBy(condition.rule())) {
            String group = relations().maskedGroup(rule, condition.tags());
            if (group != null && groups.mask(group, alarm.id(), isIts)) {
                changed.add(group);
            }
        }
    }

    /** Remembers who is to be told of masks. */
    private void note(Alarm before, Alarm after) {
        if (!isTold(before) || !isTold(after) || !Objects.equals(maskedGroup(before), maskedGroup(after))) {
            noted(before, false);
            noted(after, true);
        }
    }

    private void noted(Alarm alarm, boolean isTold) {
        String group = isTold(alarm) ? maskedGroup(alarm) : null;
        if (group != null) {
            groups.masked(group, alarm.id(), isTold);
        }
    }

    private static boolean isTold(Alarm alarm) {
        return alarm.isRaised() || alarm.state() == AlarmState.SUPPRESSED;
    }

    private @Nullable String maskedGroup(Alarm alarm) {
        return relations()
                .maskedGroup(alarm.condition().rule(), alarm.condition().tags());
    }

    private static SortedMap<String, String> of(SortedMap<String, String> tags, CompositeRule rule) {
        TreeMap<String, String> those = new TreeMap<>(tags);
        those.keySet().retainAll(rule.by());
        return Collections.unmodifiableSortedMap(those);
    }

    private void judge(Group group, Cause cause) {
        CompositeRule rule = group.rule;
        Tally tally = groups.tally(group.id);
        int count = rule.countsRules() ? tally.rules() : tally.members();
        Severity severity =
                count < rule.atLeast() ? Severity.OK : rule.severity().orElse(tally.worst());
        if (severity == book.find(group.id).map(Alarm::heardSeverity).orElse(Severity.OK)) {
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
        book.change(book.findOrBegin(change), change, cause);
    }

    /** Those of the version by which groups were counted. */
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
