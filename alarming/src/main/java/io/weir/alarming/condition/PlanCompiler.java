package io.weir.alarming.condition;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.alarming.absence.AbsencePlans;
import io.weir.contract.alarm.AlarmId;
import io.weir.contract.line.FieldKey;
import io.weir.contract.line.Series;
import io.weir.contract.line.SeriesHash;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.alarm.AlarmRule;
import io.weir.contract.rule.match.MatchIndex;
import io.weir.contract.rule.metric.Derivation;

/**
 * Selects the alarm rules of a series when it is first seen. Immutable, may be shared by threads.
 */
public final class PlanCompiler {

    private final RuleFile rules;
    private final MatchIndex<AlarmRule> alarms;
    private final AbsencePlans absencePlans;

    /** Creates a compiler for one version of the rules. */
    public PlanCompiler(RuleFile rules) {
        this.rules = rules;
        this.alarms = new MatchIndex<>(rules.alarms(), AlarmRule::watched);
        this.absencePlans = new AbsencePlans(rules);
    }

    /** Returns the version of the rules. */
    public String version() {
        return rules.version();
    }

    /** Returns the absence rules. */
    AbsencePlans absencePlans() {
        return absencePlans;
    }

    /** Compiles the rules of the series with this canonical spelling. */
    SeriesPlan compile(byte[] canonical) {
        Series series = Series.parse(canonical);
        String spelling = new String(canonical, UTF_8);
        return new SeriesPlan(
                alarms.matching(series).stream()
                        .map(rule -> plan(rule, series, spelling))
                        .toList(),
                absencePlans.keys(series),
                canonical.length);
    }

    private AlarmPlan plan(AlarmRule rule, Series series, String spelling) {
        return new AlarmPlan(
                rule,
                rules.version(),
                series,
                spelling,
                AlarmId.of(rule.name(), rule.path(), series.tags()),
                FieldKey.spelled(rule.judged()),
                LevelPlan.of(rule.levels()),
                identity(rule));
    }

    /**
     * Identity of a rule's saved state. Edits of levels and delays keep it: a raised alarm stays
     * raised until the next value is evaluated. Another path or another evaluated value makes
     * another alarm: the old one is cleared, the new one raised.
     */
    private static long identity(AlarmRule rule) {
        byte[] text = (rule.name() + '\n' + evaluated(rule) + '\n' + rule.path()).getBytes(UTF_8);
        return SeriesHash.of(text, 0, text.length);
    }

    /** Returns the same text for the same evaluated value, however the rule file spells it. */
    private static String evaluated(AlarmRule rule) {
        return value(rule) + rule.comparison().map(GroupRule::identity).orElse("");
    }

    private static String value(AlarmRule rule) {
        if (rule.derivation().isPresent() && rule.derivation().get() instanceof Derivation.FromLine from) {
            return "expression " + from.expression().canonical();
        }
        return rule.field() + rule.derivation().map(from -> "\n" + from).orElse("");
    }
}
