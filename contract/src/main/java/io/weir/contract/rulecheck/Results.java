package io.weir.contract.rulecheck;

import io.weir.contract.rule.ResultGraph;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.AggregateRule;
import io.weir.contract.rule.aggregate.GroupFormulas;
import io.weir.contract.rule.aggregate.GroupInput;
import io.weir.contract.rule.aggregate.GroupResult;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.match.Glob;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.TextPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

final class Results {
    private Results() {}

    /** The results of all rules that make series. */
    static List<Result> of(RuleFile rules) {
        return Stream.concat(
                        rules.aggregate().stream().map(Results::of),
                        rules.groups().stream().map(Results::of))
                .toList();
    }

    /** The same match with another measurement. */
    static Match as(TextPattern measurement, Match match) {
        return new Match(measurement, match.tags(), match.without(), match.not());
    }

    /**
     * The results of an aggregation keep their series' tags and have the measurement that the rule
     * sets.
     */
    private static Result of(AggregateRule rule) {
        Match series = as(ResultGraph.output(rule::output, rule.match().measurement()), rule.match());
        Optional<List<String>> names = rule.fields().names();
        List<String> fields = names.orElse(List.of()).stream()
                .flatMap(field -> rule.functions().stream().map(function -> function.resultField(field)))
                .toList();
        Optional<Predicate<String>> others =
                names.isPresent() ? Optional.empty() : Optional.of(new FunctionsOf(rule.fields(), rule.functions()));
        return new Result(rule, List.of(rule.match()), series, Optional.empty(), fields, others);
    }

    /** Tests whether a name may be that of a function of one of some fields. */
    private record FunctionsOf(Fields fields, List<AggregateFunction> functions) implements Predicate<String> {
        @Override
        public boolean test(String name) {
            for (AggregateFunction function : functions) {
                String ending = function.resultField("");
                if (name.endsWith(ending) && fields.has(name.substring(0, name.length() - ending.length()))) {
                    return true;
                }
            }
            return false;
        }
    }

    private static Result of(GroupRule rule) {
        List<Match> inputs =
                rule.inputs().stream().map(GroupInput::match).distinct().toList();
        Match of = inputs.get(0);
        Match same = as(ResultGraph.output(rule::output, of.measurement()), of);
        if (rule.result().isPerSeries()) {
            return new Result(
                    rule, inputs, same, Optional.empty(), rule.result().fields(), Optional.empty());
        }
        List<String> fields = new ArrayList<>(rule.result().fields());
        fields.addAll(GroupResult.COUNTS);
        // The match of one variable need not hold for the others.
        Match series = rule.result() instanceof GroupFormulas
                ? new Match(new Glob(rule.output("")), tagsOf(rule, new TreeMap<>()))
                : new Match(same.measurement(), tagsOf(rule, of.tags()));
        Set<String> keys = new TreeSet<>(rule.by());
        return new Result(rule, inputs, series, Optional.of(keys), fields, Optional.empty());
    }

    private static SortedMap<String, TextPattern> tagsOf(GroupRule rule, SortedMap<String, TextPattern> known) {
        SortedMap<String, TextPattern> tags = new TreeMap<>();
        rule.by().forEach(key -> tags.put(key, known.getOrDefault(key, Glob.ANY)));
        return tags;
    }
}
