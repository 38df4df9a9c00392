package io.weir.processing.merge;

import io.weir.contract.rule.aggregate.GroupFormulas;
import io.weir.contract.rule.aggregate.GroupFunctions;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.aggregate.PeerScore;
import io.weir.contract.rule.aggregate.Revision;
import io.weir.contract.rule.aggregate.TopSeries;
import io.weir.processing.aggregate.group.GroupShape;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A group rule, compiled for merging.
 *
 * @param level its place in a chain of rules
 * @param shape the shape of its partials
 * @param firstIdentity of the shape that gives the first results
 * @param revision how its results revise others; empty if they are the first
 * @param result makes lines of a merged window
 */
record MergedRule(int level, GroupShape shape, long firstIdentity, Optional<Revision> revision, WindowResult result) {

    /** The rule and, if late values revise its results, the same for the revised ones. */
    static List<MergedRule> of(GroupRule rule, int level, Duration delay) {
        List<GroupShape> shapes = GroupShape.of(rule, level, delay, 0);
        return shapes.stream()
                .map(shape -> new MergedRule(
                        level,
                        shape,
                        shapes.get(0).identity(),
                        shape.revises() ? rule.result().late().revision() : Optional.empty(),
                        result(rule, shape)))
                .toList();
    }

    /** How long after its start the first result of a window is made. */
    long firstClosesAfterNanos() {
        return shape.closesAt(0) - revision.map(each -> each.after().toNanos()).orElse(0L);
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
