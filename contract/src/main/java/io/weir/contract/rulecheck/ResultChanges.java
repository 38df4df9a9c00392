package io.weir.contract.rulecheck;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.metric.DeriveRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The additions of rules to the results that they name: tags by {@code enrich}, fields by {@code derive}. */
final class ResultChanges {

    private final Set<String> enriched = new HashSet<>();
    private final Map<String, List<DeriveRule>> derived = new HashMap<>();

    ResultChanges(RuleFile rules) {
        rules.enrich().forEach(rule -> names(rule.match()).forEach(enriched::add));
        rules.derive().forEach(rule -> names(rule.match())
                .forEach(name -> derived.computeIfAbsent(name, unseen -> new ArrayList<>())
                        .add(rule)));
    }

    private static Stream<String> names(Match match) {
        return match.measurement().texts().stream().flatMap(List::stream);
    }

    /** Whether results that the match names may have further tags. */
    boolean addTags(Match match) {
        return names(match).anyMatch(enriched::contains);
    }

    /** Whether results that the match names may have this further field. */
    boolean addField(Match match, String field) {
        return names(match)
                .flatMap(name -> derived.getOrDefault(name, List.of()).stream())
                .anyMatch(rule -> rule.derives(field));
    }
}
