package io.weir.processing.merge;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.FieldKey;
import io.weir.contract.rule.metric.AggregateFunction;
import io.weir.contract.rule.metric.GroupFunctions;
import io.weir.contract.rule.metric.GroupInput;
import io.weir.contract.rule.metric.GroupRule;
import io.weir.processing.aggregate.Cells;
import io.weir.processing.aggregate.PartialSum;
import java.util.List;

/**
 * Makes one line per group: each function of each input that has values, and the number of series.
 */
final class FunctionResult implements WindowResult {

    static final byte[] SOURCES = GroupRule.SOURCES.getBytes(UTF_8);

    private final List<GroupInput> inputs;
    private final List<byte[]> keys;

    FunctionResult(GroupRule rule, GroupFunctions functions) {
        inputs = rule.inputs();
        keys = functions.fields().stream().map(FieldKey::spelled).toList();
    }

    @Override
    public void write(byte[] series, PartialSum window, ResultLines to) {
        to.line(series);
        Cells cells = window.cells();
        int result = 0;
        for (int input = 0; input < inputs.size(); input++) {
            for (AggregateFunction function : inputs.get(input).functions()) {
                byte[] key = keys.get(result++);
                if (function.equals(AggregateFunction.COUNT)) {
                    to.field(key, cells.count(input));
                } else if (cells.count(input) > 0) {
                    to.field(key, cells.value(input, function));
                }
            }
        }
        to.field(SOURCES, window.sources());
    }
}
