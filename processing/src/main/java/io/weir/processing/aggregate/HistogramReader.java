package io.weir.processing.aggregate;

import io.weir.contract.line.FieldType;
import io.weir.contract.rule.aggregate.Histogram;
import io.weir.processing.aggregate.group.Exponential;
import io.weir.processing.batch.Metrics;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads the exponential histogram that the fields of a metric make. Reusable; one per task. */
final class HistogramReader {

    private static final int NOT_A_PART = -1;

    private static final int SCALE = place("scale");
    private static final int ZERO_THRESHOLD = place("zero_threshold");
    private static final int ZERO_COUNT = place("zero_count");
    private static final int POSITIVE_OFFSET = place("positive_offset");
    private static final int POSITIVE = place("positive");
    private static final int NEGATIVE_OFFSET = place("negative_offset");
    private static final int NEGATIVE = place("negative");

    /** From the place of counts since a start to that of increments. */
    private static final int TO_DELTA = 1;

    /** The field of each part; {@link Metrics#NONE} if the metric lacks it. */
    private final int[] fields = new int[Histogram.Exponential.PARTS.size()];

    private static int place(String name) {
        return Histogram.Exponential.PARTS.indexOf(name);
    }

    /** The part of the histogram of a group that a field is; negative if it is none. */
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
    Exponential read(AggregatableMetrics batch, int metric, int group) {
        Arrays.fill(fields, Metrics.NONE);
        for (int field = batch.firstField(metric); field != Metrics.NONE; field = batch.nextField(field)) {
            int part = part(batch, metric, field, group);
            if (part != NOT_A_PART) {
                fields[part] = field;
            }
        }
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
        return CountArray.read(
                batch.bytes(field),
                batch.valueFrom(field) + 1,
                batch.valueTo(field) - 1,
                (place, count) -> to.add(isNegative, (long) offset + place, count));
    }
}
