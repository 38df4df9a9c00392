package io.weir.processing.merge;

import io.weir.contract.rule.ResultGraph;
import io.weir.contract.rule.RuleFile;
import java.util.HashMap;
import java.util.Map;

/**
 * The group rules of one version of the rules, by identity.
 *
 * @param file the rules of that version
 */
record GroupVersion(RuleFile file, Map<Long, MergedRule> rules) {

    static GroupVersion of(RuleFile file) {
        ResultGraph graph = ResultGraph.of(file);
        Map<Long, MergedRule> rules = new HashMap<>();
        file.groupings().forEach(rule -> {
            for (MergedRule merged : MergedRule.of(rule, graph.level(rule.name()), graph.delay(rule))) {
                rules.put(merged.shape().identity(), merged);
            }
        });
        return new GroupVersion(file, Map.copyOf(rules));
    }
}
