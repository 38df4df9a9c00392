package io.weir.processing.aggregate.group;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.FieldKey;
import io.weir.contract.line.Series;
import io.weir.contract.rule.aggregate.BucketBound;
import io.weir.contract.rule.aggregate.GroupInput;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.aggregate.Histogram;
import io.weir.contract.rule.match.HiddenNames;
import io.weir.processing.aggregate.cell.ValueHash;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A group rule as it applies to some series.
 *
 * @param rule the rule itself
 * @param shape the data that its groups collect
 * @param inputs places of the rule's inputs that match the series
 */
public record GroupRules(GroupRule rule, GroupShape shape, List<Integer> inputs) {

    private static final byte[] NO_MEMBER = {};
    private static final long[] NO_TAGS = {};

    /** Whether the rule exists for an alarm only. */
    public boolean isHidden() {
        return HiddenNames.isHidden(rule.as());
    }

    /** What the functions take; all inputs of a rule that replaces raw values are alike. */
    public InputType input() {
        return shape.inputs().get(0).type();
    }

    public boolean keepsRaw() {
        return rule.result().keepsRaw();
    }

    /** Names of the fields that it reads. */
    public Stream<String> fields() {
        return inputs.stream().map(input -> input(input).field());
    }

    /** The inputs that read the field with this key. */
    public int[] inputs(byte[] key) {
        return inputs.stream()
                .filter(input -> Arrays.equals(FieldKey.spelled(input(input).field()), key))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private GroupInput input(int place) {
        return rule.inputs().get(place);
    }

    /**
     * The group of a series.
     *
     * @param shared returns the one object for all keys with equal bytes
     */
    public GroupPlan plan(Series series, UnaryOperator<GroupKey> shared) {
        SortedMap<String, String> tags = new TreeMap<>(series.tags());
        tags.keySet().retainAll(rule.by());
        String measurement = rule.output(series.measurement());
        byte[] group = new Series(measurement, tags).canonical();
        byte[] member =
                shape.members().any() ? series.withMeasurement(measurement).canonical() : NO_MEMBER;
        return new GroupPlan(shared.apply(GroupKey.of(shape, group)), member, tags(series));
    }

    /** The {@link GroupPlan#tags} of a series. */
    private long[] tags(Series series) {
        if (shape.ofTags() == 0) {
            return NO_TAGS;
        }
        LongStream counted =
                shape.tags().stream().mapToLong(tag -> hash(series.tags().get(tag)));
        LongStream bound = rule.result().histogram().flatMap(Histogram::tag).stream()
                .mapToLong(tag ->
                        Double.doubleToRawLongBits(BucketBound.of(series.tags().get(tag))));
        return LongStream.concat(counted, bound).toArray();
    }

    private static long hash(@Nullable String value) {
        if (value == null) {
            return GroupPlan.NO_VALUE;
        }
        byte[] text = value.getBytes(UTF_8);
        return ValueHash.ofText(text, 0, text.length);
    }
}
