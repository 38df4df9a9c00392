package io.weir.processing.merge;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.FieldKey;
import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.GroupFunctions;
import io.weir.contract.rule.aggregate.GroupInput;
import io.weir.contract.rule.aggregate.GroupResult;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.aggregate.Histogram;
import io.weir.contract.rule.aggregate.ValueRanges;
import io.weir.contract.rule.aggregate.Where;
import io.weir.processing.aggregate.group.GroupShape;
import io.weir.processing.aggregate.group.Observations;
import io.weir.processing.aggregate.group.PartialSum;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes one line per group: each function of each input that has values or a substitute, the numbers
 * of different values of tags, and those of series and values.
 */
final class FunctionResult implements WindowResult {

    private static final byte[] SOURCES = GroupResult.SOURCES.getBytes(UTF_8);
    private static final byte[] HELD = GroupResult.HELD.getBytes(UTF_8);
    private static final byte[] SAMPLES = GroupResult.SAMPLES.getBytes(UTF_8);

    private final List<Field> fields = new ArrayList<>();

    /** The keys of the numbers of different values of tags. */
    private final List<byte[]> tags;

    private final Optional<HistogramFields> histogram;

    /**
     * A field of the result.
     *
     * @param column the column that the function is over
     * @param otherwise the result without values; NaN: none
     * @param ranges of the observations of a histogram that the function counts; null: it counts none
     */
    private record Field(
            byte[] key,
            int column,
            AggregateFunction function,
            double otherwise,
            @Nullable ValueRanges ranges) {

        boolean isInteger(PartialSum window) {
            boolean mayBe = Double.isNaN(otherwise) || otherwise == Math.rint(otherwise);
            return mayBe && window.isInteger(column, function);
        }
    }

    FunctionResult(GroupRule rule, GroupFunctions functions, GroupShape shape) {
        int result = 0;
        List<GroupInput> inputs = rule.resultInputs();
        for (int input = 0; input < inputs.size(); input++) {
            GroupInput from = inputs.get(input);
            ValueRanges ranges = shape.ofLines() == null
                    ? null
                    : from.where().map(Where::ranges).orElse(null);
            for (AggregateFunction function : from.functions()) {
                byte[] key = FieldKey.spelled(functions.functions().get(result++));
                fields.add(new Field(
                        key,
                        shape.column(input, function),
                        function,
                        function.isCount() ? 0 : from.contribution().otherwise(),
                        ranges));
            }
        }
        tags = functions.distinctFields().stream().map(FieldKey::spelled).toList();
        histogram = functions.histogram().flatMap(Histogram::ofLine).map(HistogramFields::new);
    }

    @Override
    public void write(byte[] series, PartialSum window, ResultLines to) {
        to.line(series);
        for (Field field : fields) {
            if (window.count(field.column) > 0) {
                write(field, window, to);
            } else if (Double.isFinite(field.otherwise)) {
                writeOtherwise(field, window, to);
            }
        }
        for (int tag = 0; tag < tags.size(); tag++) {
            to.field(tags.get(tag), window.distinct(tag));
        }
        histogram.ifPresent(each -> each.write(window, to));
        counts(window, to);
    }

    private static void write(Field field, PartialSum window, ResultLines to) {
        double value = field.ranges == null
                ? window.value(field.column, field.function)
                : observed(field.function, field.ranges, Objects.requireNonNull(window.histogram()));
        if (Double.isFinite(value) && field.isInteger(window)) {
            to.field(field.key, window.integer(field.column, field.function));
        } else {
            to.field(field.key, value);
        }
    }

    /** The number of the observations in ranges, or their share. */
    private static double observed(AggregateFunction function, ValueRanges ranges, Observations histogram) {
        double count = ranges.count(histogram);
        return function.isCount() ? count : count / histogram.count();
    }

    private static void writeOtherwise(Field field, PartialSum window, ResultLines to) {
        if (field.isInteger(window)) {
            to.field(field.key, (long) field.otherwise);
        } else {
            to.field(field.key, field.otherwise);
        }
    }

    /** Adds the numbers of series and values. */
    static void counts(PartialSum window, ResultLines to) {
        to.field(SOURCES, window.sources());
        to.field(HELD, window.held());
        to.field(SAMPLES, window.samples());
    }
}
