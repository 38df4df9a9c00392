package io.weir.processing.aggregate.group;

import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.processing.aggregate.cell.CellLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a group collects of one input: functions over one kind of value of each series. An input
 * whose functions use several kinds of value has several columns.
 *
 * @param input the place of the input in its rule
 * @param of the function of a series' values that it contributes; null: all of its values
 * @param functions the functions over these values
 * @param holdNanos how long a silent series contributes its last value; zero: not at all
 * @param layout the cells of the column; for all values, the same as in {@code Contributions}, so
 *     that cells are merged
 */
public record GroupColumn(
        int input,
        @Nullable AggregateFunction of,
        List<AggregateFunction> functions,
        long holdNanos,
        CellLayout layout) {}
