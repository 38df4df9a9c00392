package io.weir.contract.rulecheck;

import io.weir.contract.rule.aggregate.GroupFormulas;
import io.weir.contract.rule.aggregate.GroupInput;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.match.Match;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The matches of a rule over groups; a correlation has one for each of its variables. */
final class GroupPlaces {
    private GroupPlaces() {}

    /**
     * The matches by the key under which they are written; several fields of the same series have
     * one match.
     */
    static Map<String, Match> matches(GroupRule rule) {
        Map<String, Match> matches = new LinkedHashMap<>();
        List<GroupInput> inputs = rule.inputs();
        for (int i = 0; i < inputs.size(); i++) {
            String key = rule.result() instanceof GroupFormulas formulas
                    ? "let." + formulas.variables().get(i)
                    : "match";
            matches.put(key, inputs.get(i).match());
        }
        return matches;
    }
}
