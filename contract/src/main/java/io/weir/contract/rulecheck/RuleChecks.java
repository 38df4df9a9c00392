package io.weir.contract.rulecheck;

import io.weir.contract.rule.LocatedRules;
import java.util.List;

public final class RuleChecks {
    private static final List<RuleCheck> ALL = List.of(
            new DroppedTagCheck(),
            new LostTagCheck(),
            new GroupTagCheck(),
            new SeriesValueCheck(),
            new ShadowCheck(),
            new SilencedCheck(),
            new ResultSeriesCheck(),
            new MixedListCheck(),
            new TypedResultCheck(),
            new UnusedResultCheck());

    private RuleChecks() {}

    /**
     * The warnings and errors of all checks, in the order of the file. The time is proportional to the number
     * of rules.
     *
     * @param file as the user named it
     */
    public static List<Finding> findings(String file, LocatedRules located) {
        return findings(file, located, new Comparisons());
    }

    static List<Finding> findings(String file, LocatedRules located, Comparisons comparisons) {
        Findings findings = new Findings(file, located.lines());
        CheckedRules checked = CheckedRules.of(located.rules(), comparisons);
        ALL.forEach(check -> check.check(checked, findings));
        return findings.inOrder();
    }
}
