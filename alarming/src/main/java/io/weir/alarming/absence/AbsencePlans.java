package io.weir.alarming.absence;

import io.weir.contract.alarm.AlarmId;
import io.weir.contract.line.Series;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.alarm.AbsenceRule;
import io.weir.contract.rule.match.MatchIndex;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The absence rules of one version; finds the keys of a series. Immutable, may be shared by
 * threads.
 */
public final class AbsencePlans {

    /** Period of a key whose rhythm is not learned yet. */
    public static final long UNLEARNED_MILLIS = Rhythm.MOST_MILLIS;

    private final String version;
    private final MatchIndex<AbsencePlan> plans;
    private final Map<String, AbsencePlan> byName = new LinkedHashMap<>();

    /** Compiles the absence rules of this file. */
    public AbsencePlans(RuleFile rules) {
        version = rules.version();
        List<AbsencePlan> all = rules.absences().stream()
                .map(rule -> AbsencePlan.of(rule, rules.version()))
                .toList();
        plans = new MatchIndex<>(all, plan -> plan.rule().match());
        all.forEach(plan -> byName.put(plan.rule().name(), plan));
    }

    /** Returns the keys of the series, all unseen. */
    public List<WatchedKey> keys(Series series) {
        return byName.isEmpty()
                ? List.of()
                : plans.matching(series).stream()
                        .flatMap(plan -> key(plan, plan.values(series.tags())).stream())
                        .toList();
    }

    private static List<WatchedKey> key(AbsencePlan plan, List<String> values) {
        AbsenceRule rule = plan.rule();
        return values.isEmpty()
                ? List.of()
                : List.of(new WatchedKey(id(rule, values), rule.name(), plan.identity(), tags(rule, values), plan));
    }

    /** Returns the alarm id of a key. */
    public static String id(AbsenceRule rule, List<String> values) {
        return AlarmId.of(rule.name(), rule.by(), tags(rule, values));
    }

    /** Returns the tags of a key. */
    public static SortedMap<String, String> tags(AbsenceRule rule, List<String> values) {
        SortedMap<String, String> tags = new TreeMap<>();
        for (int i = 0; i < values.size(); i++) {
            tags.put(rule.by().get(i), values.get(i));
        }
        return tags;
    }

    /** Returns the plan of the rule with this name if it still covers the key; otherwise null. */
    @Nullable
    AbsencePlan find(String rule, long identity, SortedMap<String, String> tags) {
        AbsencePlan plan = byName.get(rule);
        return plan != null && plan.identity() == identity && !plan.values(tags).isEmpty() ? plan : null;
    }

    boolean has(String rule) {
        return byName.containsKey(rule);
    }

    Iterable<AbsencePlan> plans() {
        return byName.values();
    }

    /** Returns the version of the rules. */
    public String version() {
        return version;
    }
}
