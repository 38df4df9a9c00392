package io.weir.processing.merge;

import io.weir.contract.rule.metric.GroupFormulas;
import io.weir.contract.rule.metric.GroupFunctions;
import io.weir.contract.rule.metric.GroupRule;
import io.weir.contract.rule.metric.PeerScore;
import io.weir.contract.rule.metric.TopSeries;
import io.weir.processing.aggregate.GroupShape;
import java.time.Duration;

/**
 * A group rule, compiled for merging.
 *
 * @param level its place in a chain of rules
 * @param shape the shape of its partials
 * @param result makes lines of a merged window
 */
record MergedRule(int level, GroupShape shape, WindowResult result) {

    static MergedRule of(GroupRule rule, int level, Duration delay) {
        GroupShape shape = GroupShape.of(rule, level, delay, 0);
        return new MergedRule(level, shape, result(rule, shape));
    }

    private static WindowResult result(GroupRule rule, GroupShape shape) {
        if (rule.result() instanceof GroupFunctions functions) {
            return new FunctionResult(rule, functions, shape);
        }
        if (rule.result() instanceof GroupFormulas formulas) {
            return new FormulaResult(rule, formulas, shape);
        }
        if (rule.result() instanceof TopSeries top) {
            return new TopResult(top);
        }
        return new PeerResult((PeerScore) rule.result());
    }
}
