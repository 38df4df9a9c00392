package io.weir.standalone.rules;

import io.weir.contract.config.Durations;
import io.weir.contract.config.Refusal;
import io.weir.contract.rule.LocatedRules;
import io.weir.contract.rule.RulePlace;
import io.weir.contract.rule.alarm.LateAlarm;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.contract.rulecheck.Finding;
import io.weir.late.LateConfig;
import io.weir.late.LateRule;
import io.weir.late.LookBack;
import io.weir.query.eval.Limits;
import io.weir.query.promql.PossibleLabels;
import io.weir.query.series.EvaluationException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Checks the queries of late rules, which the reader of rule files does not know. */
final class LateCheck {
    /** A range of the retention and the usual delay are not worth a warning. */
    private static final long MOMENT = Duration.ofMinutes(1).toMillis();

    private static final String LANGUAGE = "docs/query.md has the language";

    private final String file;
    private final LocatedRules located;
    private final List<Finding> findings = new ArrayList<>();

    private LateCheck(String file, LocatedRules located) {
        this.file = file;
        this.located = located;
    }

    /** @param file as the user named it */
    static List<Finding> findings(String file, LocatedRules located) {
        LateCheck check = new LateCheck(file, located);
        located.rules().late().forEach(check::check);
        return check.findings;
    }

    private void check(LateAlarm rule) {
        try {
            LateRule parsed = LateRule.of(
                    rule.name(),
                    rule.query(),
                    rule.every().toMillis(),
                    rule.delay().toMillis());
            checkLabels(rule, parsed.labels());
            checkCost(rule, parsed);
            checkRetention(rule, parsed);
        } catch (Refusal e) {
            find(rule, "", true, String.valueOf(e.getMessage()), LANGUAGE);
        } catch (EvaluationException e) {
            find(rule, ".query", true, "has no answer even without any series", String.valueOf(e.getMessage()));
        }
    }

    /** Estimates the samples of one series. Their number in the store is not known. */
    private void checkCost(LateAlarm rule, LateRule parsed) {
        LateConfig limits = LateConfig.defaults();
        long seconds = parsed.secondsRead(Limits.DEFAULT.within(limits.samples(), limits.timeout()));
        if (seconds > limits.samples()) {
            find(
                    rule,
                    ".query",
                    false,
                    "reads " + seconds + " s of each series in every evaluation: with a value each second, one series"
                            + " has more samples than a query has in memory by default, " + limits.samples(),
                    "shorten its ranges, or set late.samples");
        }
    }

    /** Values that the tiers of the rules do not keep. They are missing, so the series would be normal. */
    private void checkRetention(LateAlarm rule, LateRule parsed) {
        List<StorageTier> tiers = located.rules().storage().tiers();
        if (tiers.isEmpty()) {
            return;
        }
        for (LookBack each : LookBack.of(parsed, Limits.DEFAULT)) {
            StorageTier longest = longest(tiers, each.longestWindow());
            if (each.age() - MOMENT > longest.keep().toMillis()) {
                String keep = Durations.format(longest.keep());
                find(
                        rule,
                        ".query",
                        false,
                        "the late rule " + rule.name() + " reads " + age(each) + ", but "
                                + (each.longestWindow() == 0
                                        ? "functions such as rate read the tier raw only, which keeps " + keep
                                        : "of the tiers that it can read, " + longest.name() + " keeps the most, "
                                                + keep)
                                + ": older values are missing, and a series without a result is normal",
                        "shorten its ranges and offsets, or set a longer keep of the tier " + longest.name());
            }
        }
    }

    private static String age(LookBack back) {
        return back.age() == Long.MAX_VALUE
                ? "values of a fixed time"
                : "values that are up to " + Durations.format(Duration.ofHours(hours(back.age()))) + " old";
    }

    private static long hours(long millis) {
        return -Math.floorDiv(-millis, Duration.ofHours(1).toMillis());
    }

    /** The tier that is kept longest, of those with such windows. */
    private static StorageTier longest(List<StorageTier> tiers, long longestWindow) {
        StorageTier longest = tiers.get(0);
        for (StorageTier each : tiers) {
            if (!each.isRaw() && each.window().toMillis() <= longestWindow) {
                longest = each;
            }
        }
        return longest;
    }

    /** Labels that no result of the query has. */
    private void checkLabels(LateAlarm rule, PossibleLabels labels) {
        SortedMap<String, List<String>> named =
                new TreeMap<>(rule.judge().handling().namedTags());
        named.put("path", rule.judge().path());
        named.forEach((key, names) -> {
            for (String name : names) {
                if (!labels.include(name)) {
                    find(
                            rule,
                            "." + key,
                            true,
                            "names the label " + name + ", which no result of the query has",
                            remedy(labels));
                }
            }
        });
    }

    private static String remedy(PossibleLabels labels) {
        if (labels.isOpen()) {
            return "the query removes " + String.join(", ", labels.names()) + "; name other labels";
        }
        return labels.names().isEmpty()
                ? "results have no labels; aggregate by (…) the labels to keep"
                : "results have at most " + String.join(", ", labels.names());
    }

    private void find(LateAlarm rule, String key, boolean isError, String what, String remedy) {
        RulePlace place = located.lines().of(rule);
        findings.add(new Finding(file, place.line(), place.path() + key, isError, what, remedy));
    }
}
