package io.weir.standalone.rules;

import io.weir.contract.rule.RuleFile;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Formats how many rules of each kind a file contains. */
final class RuleCounts {
    private RuleCounts() {}

    /**
     * For example {@code aggregate 1, alarms 3 (was 2)}; kinds that neither file contains are
     * omitted.
     */
    static String of(RuleFile rules, Optional<RuleFile> before) {
        Map<String, Integer> counts = count(rules);
        Map<String, Integer> earlier = before.map(RuleCounts::count).orElse(counts);
        String shown = counts.entrySet().stream()
                .filter(kind -> kind.getValue() > 0 || earlier.getOrDefault(kind.getKey(), 0) > 0)
                .map(kind -> shown(kind.getKey(), kind.getValue(), earlier.getOrDefault(kind.getKey(), 0)))
                .collect(Collectors.joining(", "));
        return shown.isEmpty() ? "no rules, everything passes" : shown;
    }

    /** Whether a kind of rules disappeared completely, which hints at a truncated file. */
    static boolean isKindGone(RuleFile rules, RuleFile before) {
        Map<String, Integer> counts = count(rules);
        return count(before).entrySet().stream()
                .anyMatch(kind -> kind.getValue() > 0 && counts.getOrDefault(kind.getKey(), 0) == 0);
    }

    private static String shown(String kind, int count, int was) {
        return kind + " " + count + (count == was ? "" : " (was " + was + ")");
    }

    private static Map<String, Integer> count(RuleFile rules) {
        // Each late rule implies an alarm rule, and all of them one more.
        int late = rules.late().size();
        int implied = late == 0 ? 0 : late + 1;
        return new TreeMap<>(Map.of(
                "types", rules.types().size(),
                "enrich", rules.enrich().size(),
                "convert", rules.convert().size(),
                "derive", rules.derive().size(),
                "aggregate", rules.aggregate().size(),
                "groups", rules.groups().size(),
                "route", rules.route().size(),
                "suppress", rules.suppress().size(),
                "late", late,
                "alarms", rules.raising().size() - implied));
    }
}
