package io.weir.alarming.absence;

import io.weir.contract.alarm.AlarmId;
import io.weir.contract.line.Series;
import io.weir.contract.rule.AbsenceRule;
import io.weir.contract.rule.MatchIndex;
import io.weir.contract.rule.RuleFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The absence rules of one version, and which keys a series stands for. Immutable, may be shared by threads. */
public final class Absences {

    /** The period where it is learned, and nothing is known. */
    public static final long UNLEARNED_MILLIS = Rhythm.MOST_MILLIS;

    private static final long GAP_MILLIS = 5_000;

    private final String version;
    private final MatchIndex<AbsencePlan> plans;
    private final Map<String, AbsencePlan> byName = new LinkedHashMap<>();

    /** Those of these rules. */
    public Absences(RuleFile rules) {
        version = rules.version();
        List<AbsencePlan> all = rules.absences().stream()
                .map(rule -> AbsencePlan.of(rule, rules.version()))
                .toList();
        plans = new MatchIndex<>(all, plan -> plan.rule().match());
        all.forEach(plan -> byName.put(plan.rule().name(), plan));
    }

    /** The keys that the series stands for, as nobody has seen them yet. */
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

    /** The id of the alarm of a key. */
    public static String id(AbsenceRule rule, List<String> values) {
        return AlarmId.of(rule.name(), rule.by(), tags(rule, values));
    }

    /** The tags that make a key. */
    public static SortedMap<String, String> tags(AbsenceRule rule, List<String> values) {
        SortedMap<String, String> tags = new TreeMap<>();
        for (int i = 0; i < values.size(); i++) {
            tags.put(rule.by().get(i), values.get(i));
        }
        return tags;
    }

    /** The rule that a key was watched for, if it is still about the key; else null. */
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

    /**
     * While gateways tick, log time goes on in small steps. Where it went on by so much at once, nobody was listening; but for
     * what is too short to matter, which is a few seconds, or a small part of a long period.
     */
    public static boolean isGap(AbsenceRule rule, long stepMillis) {
        long thousandth = rule.period().map(period -> period.toMillis() / 1_000).orElse(0L);
        return stepMillis > Math.max(GAP_MILLIS, thousandth);
    }

    /** The version of the rules. */
    public String version() {
        return version;
    }
}
