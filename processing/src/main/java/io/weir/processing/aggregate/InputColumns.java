package io.weir.processing.aggregate;

import io.weir.contract.rule.metric.GroupInput;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The columns of a group that collect one input.
 *
 * @param type what its functions take
 * @param columns their numbers
 * @param holdNanos how long a silent series contributes its last value; zero: not at all
 */
record InputColumns(InputType type, int[] columns, long holdNanos) {

    /** The columns of each input. */
    static List<InputColumns> of(List<GroupInput> inputs, List<GroupColumn> columns) {
        return IntStream.range(0, inputs.size())
                .mapToObj(input -> of(inputs.get(input), columns, input))
                .toList();
    }

    private static InputColumns of(GroupInput of, List<GroupColumn> all, int input) {
        int[] columns = IntStream.range(0, all.size())
                .filter(column -> all.get(column).input() == input)
                .toArray();
        long hold = IntStream.of(columns)
                .mapToLong(column -> all.get(column).holdNanos())
                .max()
                .orElse(0);
        return new InputColumns(InputType.of(of.where(), of.functions()), columns, hold);
    }
}
