package io.weir.processing.series;

import io.weir.contract.line.FieldType;
import io.weir.contract.rule.metric.Feed;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The fields of all metrics of a batch, in flat arrays that grow and are reused. Not thread-safe.
 *
 * <p>A reference is stored only if it changes: a store into an old object costs the garbage
 * collector (G1) time.
 */
final class BatchFields {

    private static final int SPAN = 4;

    private int size;
    private int[] spans = new int[SPAN * 64];
    private int[] next = new int[64];
    private int[] numbersInSeries = new int[64];
    private FieldType[] types = new FieldType[64];
    private @Nullable FieldRules[] rules = new FieldRules[64];
    private double[] numbers = new double[64];
    private boolean[] isComputed = new boolean[64];
    private byte[] leftOut = new byte[64];

    void clear() {
        size = 0;
    }

    /**
     * Adds a field without a next one.
     *
     * @param under the field's rules; null if they were not looked up
     */
    @SuppressWarnings("ReferenceEquality") // storing an equal reference again is slower, not wrong
    int add(int numberInSeries, @Nullable FieldRules under) {
        if (size == types.length) {
            grow(size * 2);
        }
        int field = size++;
        next[field] = MetricBatch.NONE;
        numbersInSeries[field] = numberInSeries;
        leftOut[field] = 0;
        if (rules[field] != under) {
            rules[field] = under;
        }
        return field;
    }

    private void grow(int length) {
        spans = Arrays.copyOf(spans, length * SPAN);
        next = Arrays.copyOf(next, length);
        numbersInSeries = Arrays.copyOf(numbersInSeries, length);
        types = Arrays.copyOf(types, length);
        rules = Arrays.copyOf(rules, length);
        numbers = Arrays.copyOf(numbers, length);
        isComputed = Arrays.copyOf(isComputed, length);
        leftOut = Arrays.copyOf(leftOut, length);
    }

    /** Sets the positions of key and value. */
    void place(int field, int keyFrom, int keyTo, int valueFrom, int valueTo) {
        int span = field * SPAN;
        spans[span] = keyFrom;
        spans[span + 1] = keyTo;
        spans[span + 2] = valueFrom;
        spans[span + 3] = valueTo;
    }

    /** Sets the value. */
    void value(int field, FieldType type, double number, boolean isNotRaw) {
        if (types[field] != type) {
            types[field] = type;
        }
        numbers[field] = number;
        isComputed[field] = isNotRaw;
    }

    int keyFrom(int field) {
        return spans[field * SPAN];
    }

    int keyTo(int field) {
        return spans[field * SPAN + 1];
    }

    int valueFrom(int field) {
        return spans[field * SPAN + 2];
    }

    int valueTo(int field) {
        return spans[field * SPAN + 3];
    }

    int next(int field) {
        return next[field];
    }

    void setNext(int field, int nextField) {
        next[field] = nextField;
    }

    int numberInSeries(int field) {
        return numbersInSeries[field];
    }

    FieldType type(int field) {
        return types[field];
    }

    @Nullable
    FieldRules rules(int field) {
        return rules[field];
    }

    double number(int field) {
        return numbers[field];
    }

    boolean isComputed(int field) {
        return isComputed[field];
    }

    void leaveOut(int field, int feeds) {
        leftOut[field] |= (byte) feeds;
    }

    boolean isLeftOut(int field, int feed) {
        return (leftOut[field] & feed) != 0;
    }

    /** The bit of a feed in sets of feeds. */
    static int bit(Feed feed) {
        return feed == Feed.STORAGE ? 1 : 2;
    }
}
