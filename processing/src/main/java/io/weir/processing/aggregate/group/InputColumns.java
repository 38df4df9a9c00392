package io.weir.processing.aggregate.group;

import io.weir.contract.rule.aggregate.BucketBound;
import io.weir.contract.rule.aggregate.GroupInput;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.aggregate.Histogram;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The columns of a group that collect one input.
 *
 * @param type what its functions take
 * @param columns their numbers
 * @param holdNanos how long a silent series contributes its last value; zero: not at all
 * @param bound the upper bound of the bucket that the input counts; NaN: its series have it, if any
 */
public record InputColumns(InputType type, int[] columns, long holdNanos, double bound) {

    /** The columns of each input. Buckets in fields share those of the first. */
    static List<InputColumns> of(GroupRule rule, List<GroupColumn> columns) {
        boolean areParts = rule.result().histogram().flatMap(Histogram::ofLine).isPresent();
        boolean areShared = rule.resultInputs().size() < rule.inputs().size();
        return IntStream.range(0, rule.inputs().size())
                .mapToObj(input -> {
                    GroupInput of = rule.inputs().get(input);
                    InputType type = areParts ? InputType.PART : InputType.of(of.where(), of.functions());
                    return areShared
                            ? of(type, columns, 0, BucketBound.ofField(of.field()))
                            : of(type, columns, input, Double.NaN);
                })
                .toList();
    }

    private static InputColumns of(InputType type, List<GroupColumn> all, int input, double bound) {
        int[] columns = IntStream.range(0, all.size())
                .filter(column -> all.get(column).input() == input)
                .toArray();
        long hold = IntStream.of(columns)
                .mapToLong(column -> all.get(column).holdNanos())
                .max()
                .orElse(0);
        return new InputColumns(type, columns, hold, bound);
    }
}
