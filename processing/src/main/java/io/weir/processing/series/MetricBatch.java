package io.weir.processing.series;

import io.weir.contract.line.FieldType;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of one record of {@code metrics.raw} on their way through the stages: a view, not a copy. What a stage
 * computes is appended as further metrics, so that later stages treat all alike.
 *
 * <p>Metrics are numbered from 0, and so are the fields of all metrics together; the fields of a metric are those from
 * {@link #fieldFrom} to below {@link #fieldTo}, and stand in {@link #bytes} one after the other as line protocol spells
 * them. Flat arrays, grown once and used again. A batch belongs to one task, and
 * nothing of it may be kept beyond the call in which it was passed on.
 */
public final class MetricBatch {

    private static final int SPAN = 4;

    private byte[] raw = new byte[0];
    private byte[] computed = new byte[256];
    private int computedLength;

    private long offset;
    private long receivedMillis;
    private boolean isTick;
    private @Nullable String rules;

    private int metrics;
    private int rawMetrics;
    private int[] slots = new int[64];
    private @Nullable SeriesState[] states = new SeriesState[64];
    private int[] outputs = new int[64];
    private long[] timestamps = new long[64];
    private int[] fieldLimits = new int[64];

    private int fields;
    private int[] spans = new int[SPAN * 64];
    private FieldType[] types = new FieldType[64];
    private double[] numbers = new double[64];
    private boolean[] leftOut = new boolean[64];

    /** Starts over with another record. */
    public void wrap(byte[] value, long recordOffset, long recordReceivedMillis) {
        raw = value;
        offset = recordOffset;
        receivedMillis = recordReceivedMillis;
        isTick = value.length == 0;
        rules = null;
        metrics = 0;
        rawMetrics = 0;
        fields = 0;
        computedLength = 0;
    }

    /** The record is not a tick but a marker: from here on, this version of the rules holds. */
    public void mark(String rulesVersion) {
        isTick = false;
        rules = rulesVersion;
    }

    /** Appends a metric as it was read from the record; its fields follow by {@link #addRawField}. */
    public void addRawMetric(int slot, SeriesState state, long timestamp) {
        add(slot, state, 0, timestamp);
        rawMetrics = metrics;
    }

    /**
     * Appends a field to the last raw metric: where its key and value stand in the record.
     *
     * @param number the value, where some stage needs it as a number
     */
    public void addRawField(int keyFrom, int keyTo, int valueFrom, int valueTo, FieldType type, double number) {
        addField(keyFrom, keyTo, valueFrom, valueTo, type);
        numbers[fields - 1] = number;
    }

    /** Appends a computed metric for an output of the series (numbered as in {@link SeriesState#output}). */
    public void addComputedMetric(int slot, SeriesState state, int output, long timestamp) {
        add(slot, state, output, timestamp);
    }

    /** Appends a field to the last computed metric. */
    public void addComputedField(byte[] key, double value) {
        addComputedField(key, Double.toString(value), FieldType.FLOAT);
    }

    /** Appends an integer field to the last computed metric. */
    public void addComputedField(byte[] key, long value) {
        addComputedField(key, Long.toString(value) + 'i', FieldType.INTEGER);
    }

    private void addComputedField(byte[] key, String value, FieldType type) {
        if (fieldFrom(metrics - 1) < fields) {
            compute(',');
        }
        int keyFrom = computedLength;
        for (byte each : key) {
            compute(each);
        }
        int keyTo = computedLength;
        compute('=');
        int valueFrom = computedLength;
        for (int i = 0; i < value.length(); i++) {
            compute(value.charAt(i));
        }
        addField(keyFrom, keyTo, valueFrom, computedLength, type);
    }

    private void compute(int each) {
        if (computedLength == computed.length) {
            computed = Arrays.copyOf(computed, computed.length * 2);
        }
        computed[computedLength++] = (byte) each;
    }

    private void add(int slot, SeriesState state, int output, long timestamp) {
        if (metrics == slots.length) {
            int length = metrics * 2;
            slots = Arrays.copyOf(slots, length);
            states = Arrays.copyOf(states, length);
            outputs = Arrays.copyOf(outputs, length);
            timestamps = Arrays.copyOf(timestamps, length);
            fieldLimits = Arrays.copyOf(fieldLimits, length);
        }
        slots[metrics] = slot;
        states[metrics] = state;
        outputs[metrics] = output;
        timestamps[metrics] = timestamp;
        fieldLimits[metrics] = fields;
        metrics++;
    }

    private void addField(int keyFrom, int keyTo, int valueFrom, int valueTo, FieldType type) {
        if (fields == types.length) {
            int length = fields * 2;
            spans = Arrays.copyOf(spans, length * SPAN);
            types = Arrays.copyOf(types, length);
            numbers = Arrays.copyOf(numbers, length);
            leftOut = Arrays.copyOf(leftOut, length);
        }
        int span = fields * SPAN;
        spans[span] = keyFrom;
        spans[span + 1] = keyTo;
        spans[span + 2] = valueFrom;
        spans[span + 3] = valueTo;
        types[fields] = type;
        leftOut[fields] = false;
        fields++;
        fieldLimits[metrics - 1] = fields;
    }

    /** The offset of the record in its partition. */
    public long offset() {
        return offset;
    }

    /** When the gateway received the record's lines, milliseconds since the epoch. */
    public long receivedMillis() {
        return receivedMillis;
    }

    /** Is the record a tick, without metrics of its own? */
    public boolean isTick() {
        return isTick;
    }

    /** The version of the rules that the record, a marker, tells of; null for all others. */
    public @Nullable String rules() {
        return rules;
    }

    /** The number of metrics, computed ones included. */
    public int size() {
        return metrics;
    }

    /** The number of metrics that came with the record; they stand first. */
    public int rawSize() {
        return rawMetrics;
    }

    public int slot(int metric) {
        return slots[metric];
    }

    public SeriesState state(int metric) {
        return Objects.requireNonNull(states[metric]);
    }

    /** Which output of its series the metric is. */
    public int output(int metric) {
        return outputs[metric];
    }

    /** Nanoseconds since the epoch. */
    public long timestamp(int metric) {
        return timestamps[metric];
    }

    /** The bytes in which the metric's fields stand: not to be changed. */
    public byte[] bytes(int metric) {
        return metric < rawMetrics ? raw : computed;
    }

    public int fieldFrom(int metric) {
        return metric == 0 ? 0 : fieldLimits[metric - 1];
    }

    public int fieldTo(int metric) {
        return fieldLimits[metric];
    }

    public int keyFrom(int field) {
        return spans[field * SPAN];
    }

    public int keyTo(int field) {
        return spans[field * SPAN + 1];
    }

    public int valueFrom(int field) {
        return spans[field * SPAN + 2];
    }

    public int valueTo(int field) {
        return spans[field * SPAN + 3];
    }

    public FieldType type(int field) {
        return types[field];
    }

    /** The number that {@link #addRawField} was given. */
    public double number(int field) {
        return numbers[field];
    }

    /** Keeps a field from storage. */
    public void leaveOut(int field) {
        leftOut[field] = true;
    }

    /** Is a field kept from storage? */
    public boolean isLeftOut(int field) {
        return leftOut[field];
    }
}
