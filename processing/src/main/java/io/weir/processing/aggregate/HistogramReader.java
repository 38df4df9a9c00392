package io.weir.processing.aggregate;

import io.weir.contract.line.FieldType;
import io.weir.contract.rule.aggregate.Histogram;
import io.weir.contract.rule.aggregate.LineHistogram;
import io.weir.processing.aggregate.group.Explicit;
import io.weir.processing.aggregate.group.Exponential;
import io.weir.processing.aggregate.group.GroupShape;
import io.weir.processing.aggregate.group.Observations;
import io.weir.processing.batch.Metrics;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads the histogram that the fields of a metric make. Reusable; one per task. */
final class HistogramReader {

    private static final int NOT_A_PART = -1;

    private static final int SCALE = place("scale");
    private static final int ZERO_THRESHOLD = place("zero_threshold");
    private static final int ZERO_COUNT = place("zero_count");
    private static final int POSITIVE_OFFSET = place("positive_offset");
    private static final int POSITIVE = place("positive");
    private static final int NEGATIVE_OFFSET = place("negative_offset");
    private static final int NEGATIVE = place("negative");

    private static final int BOUNDS = LineHistogram.Form.EXPLICIT.parts().indexOf("bounds");
    private static final int COUNTS = LineHistogram.Form.EXPLICIT.parts().indexOf("counts");

    /** From the place of counts since a start to that of increments. */
    private static final int TO_DELTA = 1;

    /** The field of each part; {@link Metrics#NONE} if the metric lacks it. */
    private final int[] fields = new int[LineHistogram.Form.EXPONENTIAL.parts().size()];

    private static int place(String name) {
        return LineHistogram.Form.EXPONENTIAL.parts().indexOf(name);
    }

    /** The part of the histogram of a group that a field is; negative if it is not one. */
    private static int part(AggregatableMetrics batch, int metric, int field, int group) {
        int[] inputs = batch.rules(metric, field).groupInputs();
        for (int i = 0; i < inputs.length; i += 2) {
            if (inputs[i] == group) {
                return inputs[i + 1];
            }
        }
        return NOT_A_PART;
    }

    /** Whether a field is a part of the histogram that a group reads. */
    static boolean isPart(AggregatableMetrics batch, int metric, int field, int group) {
        return part(batch, metric, field, group) != NOT_A_PART;
    }

    /** Whether a part is the first one of its metric. */
    static boolean isFirstPart(AggregatableMetrics batch, int metric, int part, int group) {
        int first = batch.firstField(metric);
        while (first != part && !isPart(batch, metric, first, group)) {
            first = batch.nextField(first);
        }
        return first == part;
    }

    /** The histogram that a group reads of a metric; null if its fields make none. */
    @Nullable
    Observations read(AggregatableMetrics batch, int metric, int group, GroupShape shape) {
        Arrays.fill(fields, Metrics.NONE);
        for (int field = batch.firstField(metric); field != Metrics.NONE; field = batch.nextField(field)) {
            int part = part(batch, metric, field, group);
            if (part != NOT_A_PART) {
                fields[part] = field;
            }
        }
        return shape.ofLines() == LineHistogram.Form.EXPLICIT ? explicit(batch) : exponential(batch);
    }

    private @Nullable Explicit explicit(Metrics batch) {
        boolean isDelta = has(COUNTS + TO_DELTA);
        double[] bounds = array(batch, BOUNDS);
        double[] counts = has(COUNTS) == isDelta ? null : array(batch, isDelta ? COUNTS + TO_DELTA : COUNTS);
        if (bounds == null || counts == null) {
            return null;
        }
        for (double count : counts) {
            if (!(count >= 0)) {
                return null;
            }
        }
        Explicit read = new Explicit();
        return read.set(bounds, counts, isDelta) ? read : null;
    }

    /** The finite numbers of an array; null if there is none, or it has too many. */
    private double @Nullable [] array(Metrics batch, int part) {
        int field = fields[part];
        if (field == Metrics.NONE || batch.type(field) != FieldType.STRING) {
            return null;
        }
        double[] numbers = new double[Histogram.MOST_BOUNDS];
        int length = NumberArray.read(
                batch.bytes(field), batch.valueFrom(field) + 1, batch.valueTo(field) - 1, (place, number) -> {
                    boolean fits = place < numbers.length;
                    if (fits) {
                        numbers[place] = number;
                    }
                    return fits;
                });
        return length < 0 ? null : Arrays.copyOf(numbers, length);
    }

    private @Nullable Exponential exponential(Metrics batch) {
        boolean isDelta = has(ZERO_COUNT + TO_DELTA);
        int other = isDelta ? 0 : TO_DELTA;
        if (has(ZERO_COUNT) == isDelta || has(POSITIVE + other) || has(NEGATIVE + other)) {
            return null;
        }
        int counts = isDelta ? TO_DELTA : 0;
        double scale = number(batch, SCALE);
        double threshold = has(ZERO_THRESHOLD) ? number(batch, ZERO_THRESHOLD) : 0;
        double zeros = number(batch, ZERO_COUNT + counts);
        boolean isRight = scale >= Exponential.LEAST_SCALE
                && scale <= Exponential.MOST_SCALE
                && scale == Math.rint(scale)
                && threshold >= 0
                && zeros >= 0;
        if (!isRight) {
            return null;
        }
        Exponential read = new Exponential();
        read.begin((int) scale, threshold, zeros, isDelta);
        if (!side(batch, POSITIVE_OFFSET, POSITIVE + counts, false, read)
                || !side(batch, NEGATIVE_OFFSET, NEGATIVE + counts, true, read)) {
            return null;
        }
        read.end();
        return read;
    }

    private boolean has(int part) {
        return fields[part] != Metrics.NONE;
    }

    /** NaN if there is none. */
    private double number(Metrics batch, int part) {
        return has(part) && batch.type(fields[part]).isNumber() ? batch.number(fields[part]) : Double.NaN;
    }

    /** Adds the buckets of a side, if it has any. Returns false if they are wrong. */
    private boolean side(Metrics batch, int offsetPart, int countsPart, boolean isNegative, Exponential to) {
        if (!has(countsPart)) {
            return true;
        }
        int field = fields[countsPart];
        double offset = number(batch, offsetPart);
        // Indexes fit an integer of 32 bits.
        if (batch.type(field) != FieldType.STRING || !(Math.abs(offset) <= Integer.MAX_VALUE)) {
            return false;
        }
        return NumberArray.read(
                        batch.bytes(field),
                        batch.valueFrom(field) + 1,
                        batch.valueTo(field) - 1,
                        (place, count) -> count >= 0 && to.add(isNegative, (long) offset + place, count))
                >= 0;
    }
}
