package io.weir.contract.rulecheck;

import io.weir.contract.rule.GroupFormulas;
import io.weir.contract.rule.GroupInput;
import io.weir.contract.rule.GroupRule;
import io.weir.contract.rule.Match;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where a rule over groups says which series it is for: a correlation in each of its variables. */
final class GroupPlaces {
    private GroupPlaces() {}

    /** What it takes in, by the key under which that is written; fields of the same series are one. */
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
