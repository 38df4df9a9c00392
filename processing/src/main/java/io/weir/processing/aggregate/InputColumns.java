package io.weir.processing.aggregate;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The columns of a group that collect one input.
 *
 * @param columns their numbers
 * @param holdNanos how long a silent series contributes its last value; zero: not at all
 */
record InputColumns(int[] columns, long holdNanos) {

    /** The columns of each input. */
    static List<InputColumns> of(List<GroupColumn> columns, int inputs) {
        return IntStream.range(0, inputs)
                .mapToObj(input -> ofInput(columns, input))
                .toList();
    }

    private static InputColumns ofInput(List<GroupColumn> all, int input) {
        int[] columns = IntStream.range(0, all.size())
                .filter(column -> all.get(column).input() == input)
                .toArray();
        long hold = IntStream.of(columns)
                .mapToLong(column -> all.get(column).holdNanos())
                .max()
                .orElse(0);
        return new InputColumns(columns, hold);
    }
}
