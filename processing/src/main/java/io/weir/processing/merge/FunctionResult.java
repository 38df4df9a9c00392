package io.weir.processing.merge;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.FieldKey;
import io.weir.contract.rule.metric.AggregateFunction;
import io.weir.contract.rule.metric.GroupFunctions;
import io.weir.contract.rule.metric.GroupInput;
import io.weir.contract.rule.metric.GroupRule;
import io.weir.processing.aggregate.PartialSum;
import java.util.List;

/**
 * Makes one line per group: each function of each input that has values, and the
 * numbers of series and values.
 */
final class FunctionResult implements WindowResult {

    private static final byte[] SOURCES = GroupRule.SOURCES.getBytes(UTF_8);

    private static final byte[] HELD = GroupRule.HELD.getBytes(UTF_8);
    private static final byte[] SAMPLES = GroupRule.SAMPLES.getBytes(UTF_8);

    private final List<GroupInput> inputs;
    private final List<byte[]> keys;

    FunctionResult(GroupRule rule, GroupFunctions functions) {
        inputs = rule.inputs();
        keys = functions.fields().stream().map(FieldKey::spelled).toList();
    }

    @Override
    public void write(byte[] series, PartialSum window, ResultLines to) {
        to.line(series);
        int result = 0;
        for (int input = 0; input < inputs.size(); input++) {
            for (AggregateFunction function : inputs.get(input).functions()) {
                byte[] key = keys.get(result++);
                if (function.equals(AggregateFunction.COUNT)) {
                    to.field(key, window.count(input));
                } else if (window.hasValues(input, function)) {
                    write(key, window, input, function, to);
                } else if (Double.isFinite(inputs.get(input).contribution().otherwise())) {
                    to.field(key, inputs.get(input).contribution().otherwise());
                }
            }
        }
        counts(window, to);
    }

    private static void write(byte[] key, PartialSum window, int input, AggregateFunction function, ResultLines to) {
        double value = window.value(input, function);
        if (Double.isFinite(value) && window.isInteger(input, function)) {
            to.field(key, window.integer(input, function));
        } else {
            to.field(key, value);
        }
    }

    /** Adds the numbers of series and values. */
    static void counts(PartialSum window, ResultLines to) {
        to.field(SOURCES, window.sources());
        to.field(HELD, window.held());
        to.field(SAMPLES, window.samples());
    }
}
