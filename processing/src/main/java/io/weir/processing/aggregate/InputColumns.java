package io.weir.processing.aggregate;

import io.weir.contract.expression.Formula;
import io.weir.contract.rule.metric.GroupInput;
import io.weir.contract.rule.metric.Where;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a group that collect one input.
 *
 * @param where the condition that its functions are about; null: they are about numbers
 * @param columns their numbers
 * @param holdNanos how long a silent series contributes its last value; zero: not at all
 */
record InputColumns(@Nullable Formula where, int[] columns, long holdNanos) {

    /** The columns of each input. */
    static List<InputColumns> of(List<GroupInput> inputs, List<GroupColumn> columns) {
        return IntStream.range(0, inputs.size())
                .mapToObj(input -> of(inputs.get(input).where(), columns, input))
                .toList();
    }

    private static InputColumns of(Optional<Where> where, List<GroupColumn> all, int input) {
        int[] columns = IntStream.range(0, all.size())
                .filter(column -> all.get(column).input() == input)
                .toArray();
        long hold = IntStream.of(columns)
                .mapToLong(column -> all.get(column).holdNanos())
                .max()
                .orElse(0);
        return new InputColumns(where.map(Where::formula).orElse(null), columns, hold);
    }
}
