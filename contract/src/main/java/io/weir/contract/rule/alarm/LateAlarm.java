package io.weir.contract.rule.alarm;

import io.weir.contract.alarm.Severity;
import io.weir.contract.config.Refusal;
import io.weir.contract.rule.match.Glob;
import io.weir.contract.rule.match.Match;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A rule of {@code late}: a query on stored history, evaluated at intervals, and the alarm on its results.
 *
 * @param query in PromQL, unparsed
 * @param every whole seconds between evaluations, at least one
 * @param delay by which the query looks into the past
 * @param judge the alarm rule on the lines that the evaluations publish
 */
public record LateAlarm(String query, Duration every, Duration delay, AlarmRule judge) {
    /** The measurement about the rules themselves: whether each was evaluated. */
    public static final String STATUS = "weir_late";

    /** The tag of {@link #STATUS} with the rule's name. */
    public static final String RULE_TAG = "late";

    /** The field of {@link #STATUS}: the time since which the rule is not evaluated and the reason, or empty. */
    public static final String UNEVALUATED = "unevaluated";

    /** The name of the alarm on {@link #STATUS}. */
    public static final String STATUS_ALARM = "weir-late";

    /** The field with the seconds since a series entered the result of the query; -1 when it leaves. */
    public static final String HELD = "held";

    private static final String MEASUREMENT = STATUS + '_';

    public LateAlarm {
        requireWholeSeconds("every", every, 1);
        requireWholeSeconds("delay", delay, 0);
    }

    /** The name of the rule and of its alarm. */
    public String name() {
        return judge.name();
    }

    /** The measurement of the results of a rule. */
    public static String measurement(String rule) {
        return MEASUREMENT + rule;
    }

    /**
     * The alarm rule on the results. The field {@link #HELD} includes the delay, so that the alarm depends on
     * evaluations only.
     *
     * @param held whole seconds for which a series needs results
     */
    static AlarmRule judge(String name, Severity severity, Duration held, List<String> path, Handling handling) {
        requireWholeSeconds("for", held, 0);
        Level level = Limit.above(held.toSeconds() - 1.0, held.toSeconds() - 1.0);
        return rule(name, measurement(name), HELD, levels(severity, level), path, handling);
    }

    /** The alarm on rules that are not evaluated. */
    public static AlarmRule statusAlarm() {
        return rule(
                STATUS_ALARM,
                STATUS,
                UNEVALUATED,
                levels(Severity.MAJOR, new States(true, List.of(""))),
                List.of(RULE_TAG),
                Handling.DEFAULT.withMessage(
                        MessageTemplate.of("the alarms of late rule {" + RULE_TAG + "} are unknown since {value}")));
    }

    private static Levels levels(Severity severity, Level level) {
        Optional<Level> present = Optional.of(level);
        return new Levels(
                present.filter(each -> severity == Severity.MINOR),
                present.filter(each -> severity == Severity.MAJOR),
                present.filter(each -> severity == Severity.INVALID),
                Duration.ZERO,
                Duration.ZERO,
                Optional.empty());
    }

    private static AlarmRule rule(
            String name, String measurement, String field, Levels levels, List<String> path, Handling handling) {
        Match match = new Match(new Glob(measurement), Collections.emptySortedMap());
        return new AlarmRule(name, match, field, Optional.empty(), Optional.empty(), path, levels, handling);
    }

    private static void requireWholeSeconds(String key, Duration duration, long least) {
        if (duration.toSeconds() < least || !duration.equals(Duration.ofSeconds(duration.toSeconds()))) {
            throw new Refusal(
                    key, "must be whole seconds, at least " + least + ", was " + duration.toMillis() + "ms", "");
        }
    }
}
