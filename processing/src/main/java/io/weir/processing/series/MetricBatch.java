package io.weir.processing.series;

import io.weir.contract.line.FieldType;
import io.weir.contract.rule.Feed;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of one record of {@code metrics.raw} on their way through the stages: a view, not a copy. What a stage
 * computes is appended, as further metrics or further fields of one, so that later stages treat all alike.
 *
 * <p>Metrics are numbered from 0, and so are the fields of all metrics together. The fields of a metric are a chain from
 * {@link #firstField} by {@link #nextField} until {@link #NONE}; each stands in {@link #bytes} as line protocol spells it.
 * Flat arrays, grown once and used again. A batch belongs to one task, and nothing of it may be kept beyond the call in which
 * it was passed on.
 */
public final class MetricBatch {

    /** No further field. */
    public static final int NONE = -1;

    private static final int SPAN = 4;
    private static final byte[] NOTHING = new byte[0];

    private byte[] raw = new byte[0];
    private final ComputedBytes computed = new ComputedBytes();

    private long offset;
    private long receivedMillis;
    private boolean isTick;
    private boolean tellsTime;
    private @Nullable String rules;

    private int metrics;
    private int rawMetrics;
    private int[] slots = new int[64];
    private @Nullable SeriesState[] states = new SeriesState[64];
    private int[] outputs = new int[64];
    private long[] timestamps = new long[64];
    private int[] firstFields = new int[64];
    private int[] lastFields = new int[64];
    private boolean[] whole = new boolean[64];
    private byte[] incomplete = new byte[64];
    private @Nullable Feed[] onlyTo = new Feed[64];

    private int fields;
    private int[] spans = new int[SPAN * 64];
    private int[] nextFields = new int[64];
    private int[] fieldNumbers = new int[64];
    private FieldType[] types = new FieldType[64];
    private double[] numbers = new double[64];
    private boolean[] isComputed = new boolean[64];
    private byte[] leftOut = new byte[64];

    /** Starts over with another record. */
    public void wrap(byte[] value, long recordOffset, long recordReceivedMillis) {
        raw = value;
        offset = recordOffset;
        receivedMillis = recordReceivedMillis;
        isTick = value.length == 0;
        tellsTime = isTick;
        rules = null;
        metrics = 0;
        rawMetrics = 0;
        fields = 0;
        computed.clear();
    }

    /** Starts over with a record that is no line batch: metrics are made of it and appended. */
    public void wrapComputed(long recordOffset, long recordMillis) {
        wrap(NOTHING, recordOffset, recordMillis);
        isTick = false;
    }

    /** The record is not a tick but a marker: from here on, this version of the rules holds; null if it is about something else. */
    public void mark(@Nullable String rulesVersion) {
        isTick = false;
        tellsTime = false;
        rules = rulesVersion;
    }

    /** Appends a metric as it was read from the record; its fields follow by {@link #addRawField}, in their order. */
    public void addRawMetric(int slot, SeriesState state, long timestamp) {
        addMetric(slot, state, 0, timestamp);
        rawMetrics = metrics;
    }

    /**
     * Appends a field to the last raw metric: where its key and value stand in the record.
     *
     * @param fieldNumber the field's number in its series, {@link FieldNames#UNNUMBERED} if no rule looks at it
     * @param number the value, where some stage needs it as a number
     */
    public void addRawField(
            int keyFrom, int keyTo, int valueFrom, int valueTo, FieldType type, int fieldNumber, double number) {
        int field = link(metrics - 1, keyFrom, keyTo, valueFrom, valueTo);
        types[field] = type;
        fieldNumbers[field] = fieldNumber;
        numbers[field] = number;
        isComputed[field] = false;
    }

    /** Appends a metric for an output of the series (numbered as in {@link SeriesPlan#output}). */
    public void addComputedMetric(int slot, SeriesState state, int output, long timestamp) {
        addMetric(slot, state, output, timestamp);
    }

    /** Appends a metric for one feed alone, which is to get a value that was kept from it before. */
    public void addMetricFor(Feed feed, int slot, SeriesState state, int output, long timestamp) {
        addMetric(slot, state, output, timestamp);
        onlyTo[metrics - 1] = feed;
    }

    /**
     * Appends a float field to any metric.
     *
     * @param fieldNumber the field's number in its output: of a raw metric, that in its series' names; of a computed one,
     *     the result's place
     * @param value must be finite
     */
    public void addField(int metric, int fieldNumber, byte[] key, double value) {
        int valueFrom = beginField(metric, key);
        computed.add(value);
        endField(metric, fieldNumber, key, valueFrom, FieldType.FLOAT, value);
    }

    /** Appends an integer field, as above. */
    public void addField(int metric, int fieldNumber, byte[] key, long value) {
        int valueFrom = beginField(metric, key);
        computed.add(value);
        computed.add('i');
        endField(metric, fieldNumber, key, valueFrom, FieldType.INTEGER, (double) value);
    }

    /** Appends a field whose value is spelled as line protocol wants it, for which nothing is computed any more. */
    public void addField(int metric, int fieldNumber, byte[] key, String value, FieldType type) {
        int valueFrom = beginField(metric, key);
        computed.add(value);
        endField(metric, fieldNumber, key, valueFrom, type, Double.NaN);
    }

    /** Returns where the value is to stand. */
    private int beginField(int metric, byte[] key) {
        boolean continues = computed.length() > 0 && continuesWhole(metric);
        if (continues) {
            computed.add(',');
        }
        computed.add(key, 0, key.length);
        computed.add('=');
        whole[metric] = continues || firstFields[metric] == NONE;
        return computed.length();
    }

    private void endField(int metric, int fieldNumber, byte[] key, int valueFrom, FieldType type, double number) {
        int keyTo = valueFrom - 1;
        int field = link(metric, keyTo - key.length, keyTo, valueFrom, computed.length());
        types[field] = type;
        fieldNumbers[field] = fieldNumber;
        numbers[field] = number;
        isComputed[field] = true;
    }

    /** Do the metric's fields so far stand together at the end of what was computed? */
    private boolean continuesWhole(int metric) {
        int last = lastFields[metric];
        return last != NONE && whole[metric] && isComputed[last] && valueTo(last) == computed.length();
    }

    /**
     * Puts another value in the place of a field's.
     *
     * @param value begins with what line protocol spells, {@code length} bytes
     * @param number the same as a number, if it is one
     */
    public void replaceValue(int metric, int field, byte[] value, int length, FieldType type, double number) {
        byte[] from = bytes(field);
        int keyFrom = computed.length();
        computed.add(from, keyFrom(field), keyTo(field));
        int keyTo = computed.length();
        computed.add('=');
        int valueFrom = computed.length();
        computed.add(value, 0, length);
        span(field, keyFrom, keyTo, valueFrom, computed.length());
        types[field] = type;
        numbers[field] = number;
        isComputed[field] = true;
        whole[metric] = firstFields[metric] == field && lastFields[metric] == field;
    }

    /**
     * Takes a field out of a metric, for all that comes after.
     *
     * @param before the field before it in the metric, {@link #NONE} if it is the first
     */
    public void removeField(int metric, int before, int field) {
        if (before == NONE) {
            firstFields[metric] = nextFields[field];
        } else {
            nextFields[before] = nextFields[field];
        }
        if (lastFields[metric] == field) {
            lastFields[metric] = before;
        }
        whole[metric] = false;
    }

    private void addMetric(int slot, SeriesState state, int output, long timestamp) {
        if (metrics == slots.length) {
            int length = metrics * 2;
            slots = Arrays.copyOf(slots, length);
            states = Arrays.copyOf(states, length);
            outputs = Arrays.copyOf(outputs, length);
            timestamps = Arrays.copyOf(timestamps, length);
            firstFields = Arrays.copyOf(firstFields, length);
            lastFields = Arrays.copyOf(lastFields, length);
            whole = Arrays.copyOf(whole, length);
            incomplete = Arrays.copyOf(incomplete, length);
            onlyTo = Arrays.copyOf(onlyTo, length);
        }
        slots[metrics] = slot;
        states[metrics] = state;
        outputs[metrics] = output;
        timestamps[metrics] = timestamp;
        firstFields[metrics] = NONE;
        lastFields[metrics] = NONE;
        whole[metrics] = true;
        incomplete[metrics] = 0;
        onlyTo[metrics] = null;
        metrics++;
    }

    private int link(int metric, int keyFrom, int keyTo, int valueFrom, int valueTo) {
        if (fields == types.length) {
            int length = fields * 2;
            spans = Arrays.copyOf(spans, length * SPAN);
            nextFields = Arrays.copyOf(nextFields, length);
            fieldNumbers = Arrays.copyOf(fieldNumbers, length);
            types = Arrays.copyOf(types, length);
            numbers = Arrays.copyOf(numbers, length);
            isComputed = Arrays.copyOf(isComputed, length);
            leftOut = Arrays.copyOf(leftOut, length);
        }
        int field = fields++;
        span(field, keyFrom, keyTo, valueFrom, valueTo);
        nextFields[field] = NONE;
        leftOut[field] = 0;
        if (lastFields[metric] == NONE) {
            firstFields[metric] = field;
        } else {
            nextFields[lastFields[metric]] = field;
        }
        lastFields[metric] = field;
        return field;
    }

    private void span(int field, int keyFrom, int keyTo, int valueFrom, int valueTo) {
        int span = field * SPAN;
        spans[span] = keyFrom;
        spans[span + 1] = keyTo;
        spans[span + 2] = valueFrom;
        spans[span + 3] = valueTo;
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

    /** Has the time of the partition, by the clock of its states, come further? */
    public boolean tellsTime() {
        return tellsTime;
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

    /** The feed that alone is to get the metric; null for one that goes where its output goes. */
    public @Nullable Feed onlyTo(int metric) {
        return onlyTo[metric];
    }

    /** Nanoseconds since the epoch. */
    public long timestamp(int metric) {
        return timestamps[metric];
    }

    /** Do all fields of the metric stand together, as a line wants them, from the first one's key to the last one's value? */
    public boolean isWhole(int metric) {
        return whole[metric];
    }

    /** The first field of a metric, {@link #NONE} if it has none. */
    public int firstField(int metric) {
        return firstFields[metric];
    }

    /** The last field of a metric, {@link #NONE} if it has none. */
    public int lastField(int metric) {
        return lastFields[metric];
    }

    /** The field behind {@code field} in the same metric, or {@link #NONE}. */
    public int nextField(int field) {
        return nextFields[field];
    }

    /** The bytes in which a field stands: not to be changed. */
    public byte[] bytes(int field) {
        return isComputed[field] ? computed.array() : raw;
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

    /** The field's number in its output. */
    public int fieldNumber(int field) {
        return fieldNumbers[field];
    }

    /** The value as a number, where it was asked for when the field was added. */
    public double number(int field) {
        return numbers[field];
    }

    /** Keeps a field of a metric from a feed. */
    public void leaveOut(int metric, int field, Feed feed) {
        leftOut[field] |= (byte) bit(feed);
        incomplete[metric] |= (byte) bit(feed);
    }

    /** Is a field kept from a feed? */
    public boolean isLeftOut(int field, Feed feed) {
        return (leftOut[field] & bit(feed)) != 0;
    }

    /** Is some field of the metric kept from a feed? */
    public boolean isIncomplete(int metric, Feed feed) {
        return (incomplete[metric] & bit(feed)) != 0;
    }

    private static int bit(Feed feed) {
        return feed == Feed.STORAGE ? 1 : 2;
    }
}
