package io.weir.alarming.series;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.alarming.absence.Absences;
import io.weir.alarming.condition.LevelPlan;
import io.weir.contract.alarm.AlarmId;
import io.weir.contract.line.FieldKey;
import io.weir.contract.line.Series;
import io.weir.contract.line.SeriesHash;
import io.weir.contract.rule.AlarmRule;
import io.weir.contract.rule.Derivation;
import io.weir.contract.rule.GroupRule;
import io.weir.contract.rule.MatchIndex;
import io.weir.contract.rule.RuleFile;

/** Decides which alarm rules watch a series: once, when it is first seen. Immutable, may be shared by threads. */
public final class PlanCompiler {

    private final RuleFile rules;
    private final MatchIndex<AlarmRule> alarms;
    private final Absences absences;

    /** A compiler for one version of the rules. */
    public PlanCompiler(RuleFile rules) {
        this.rules = rules;
        this.alarms = new MatchIndex<>(rules.alarms(), AlarmRule::watched);
        this.absences = new Absences(rules);
    }

    /** The version of the rules. */
    public String version() {
        return rules.version();
    }

    /** The absence rules. */
    Absences absences() {
        return absences;
    }

    /** What is made of the series that is spelled by these canonical bytes. */
    SeriesPlan compile(byte[] canonical) {
        Series series = Series.parse(canonical);
        String spelling = new String(canonical, UTF_8);
        return new SeriesPlan(
                alarms.matching(series).stream()
                        .map(rule -> plan(rule, series, spelling))
                        .toList(),
                absences.keys(series));
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
     * Levels and delay may be edited: what was raised stays so until the next value is seen under the new ones. With another
     * path, or where it judges something else, it is another alarm: the former is cleared, the new one raised.
     */
    private static long identity(AlarmRule rule) {
        byte[] text = (rule.name() + '\n' + judged(rule) + '\n' + rule.path()).getBytes(UTF_8);
        return SeriesHash.of(text, 0, text.length);
    }

    /** The same text where the same is judged, however the rule file spells it. */
    private static String judged(AlarmRule rule) {
        return value(rule) + rule.comparison().map(GroupRule::identity).orElse("");
    }

    private static String value(AlarmRule rule) {
        if (rule.derivation().isPresent() && rule.derivation().get() instanceof Derivation.FromLine from) {
            return "expression " + from.expression().canonical();
        }
        return rule.field() + rule.derivation().map(from -> "\n" + from).orElse("");
    }
}
