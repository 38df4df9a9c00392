package io.weir.contract.rule;

import io.weir.contract.rule.aggregate.GroupInput;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.match.Match;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Refuses rules that read their own or revised results, and chains of too many rules. */
final class ChainCheck {
    private ChainCheck() {}

    static void check(RuleFile rules, RuleLines lines) {
        Map<String, Object> byName = new HashMap<>();
        rules.aggregate().forEach(rule -> byName.put(rule.name(), rule));
        rules.groups().forEach(rule -> byName.put(rule.name(), rule));
        rules.alarms().forEach(rule -> byName.put(rule.name(), rule));
        ResultGraph graph = ResultGraph.of(rules);
        rules.aggregate().stream()
                .filter(rule -> rule.window().isOfState() && graph.isNamedBy(rule.match()))
                .forEach(rule -> lines.refuse(
                        rule,
                        "window",
                        "cannot be of a state in a rule that reads results: they arrive later than the state",
                        "read the metrics themselves, or use a window of time"));
        graph.mixing()
                .forEach(rule -> lines.refuse(
                        Objects.requireNonNull(byName.get(rule)),
                        "as",
                        "would mix results with those of another rule, which it reads",
                        "give results another measurement with as"));
        Map<String, List<String>> circles = graph.circles();
        circles.forEach((rule, way) -> lines.refuse(
                Objects.requireNonNull(byName.get(rule)),
                "as",
                "reads its own results: " + rule + " ← " + String.join(" ← ", way),
                "give results another measurement with as, or match others"));
        if (circles.isEmpty()) {
            graph.tooHigh()
                    .forEach(rule -> lines.refuse(
                            Objects.requireNonNull(byName.get(rule)),
                            "match",
                            "reads results at the end of a chain of more than " + ResultGraph.MOST_LEVELS + " rules",
                            "combine some of them"));
        }
        refuseReadersOfRevised(rules, graph, lines);
    }

    /** A rule that had read a result would not read it again when it is revised. */
    private static void refuseReadersOfRevised(RuleFile rules, ResultGraph graph, RuleLines lines) {
        Map<Object, List<Match>> readers = new LinkedHashMap<>();
        rules.enrich().forEach(rule -> readers.put(rule, List.of(rule.match())));
        rules.convert().forEach(rule -> readers.put(rule, List.of(rule.match())));
        rules.derive().forEach(rule -> readers.put(rule, List.of(rule.match())));
        rules.aggregate().forEach(rule -> readers.put(rule, List.of(rule.match())));
        rules.groups().forEach(rule -> readers.put(rule, matches(rule)));
        rules.alarms().stream()
                .filter(alarm ->
                        !alarm.derived().isEmpty() || alarm.comparison().isPresent())
                .forEach(alarm -> readers.put(alarm, List.of(alarm.match())));
        readers.forEach((reader, matches) -> matches.stream()
                .flatMap(match -> graph.revisingNamedBy(match).stream())
                .findFirst()
                .ifPresent(revising -> lines.refuse(
                        reader,
                        "match",
                        "reads the results of " + revising + ", which late values revise afterwards",
                        "remove late: revise there, or read what " + revising + " reads")));
    }

    private static List<Match> matches(GroupRule rule) {
        return rule.inputs().stream().map(GroupInput::match).toList();
    }
}
