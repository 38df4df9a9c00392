package io.weir.contract.rulecheck;

import io.weir.contract.rule.AggregateRule;
import io.weir.contract.rule.Glob;
import io.weir.contract.rule.Match;
import io.weir.contract.rule.OneOf;
import io.weir.contract.rule.TextPattern;

/** What the series that rules make look like. */
final class Results {
    private Results() {}

    /** The results of an aggregation have its series' tags, and a measurement that it gives. */
    static Match of(AggregateRule rule) {
        return as(measurement(rule, rule.match().measurement()), rule.match());
    }

    /** The same tags with another measurement. */
    static Match as(TextPattern measurement, Match match) {
        return new Match(measurement, match.tags(), match.without(), match.not());
    }

    private static TextPattern measurement(AggregateRule rule, TextPattern measurement) {
        if (measurement instanceof OneOf any) {
            return new OneOf(any.patterns().stream()
                    .map(each -> measurement(rule, each))
                    .distinct()
                    .toList());
        }
        String output = rule.output(measurement instanceof Glob glob ? glob.pattern() : "*");
        return output.length() <= Glob.MAX_LENGTH ? new Glob(output) : Glob.ANY;
    }
}
