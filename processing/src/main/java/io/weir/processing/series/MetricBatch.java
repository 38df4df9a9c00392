package io.weir.processing.series;

import io.weir.contract.line.FieldType;
import io.weir.contract.rule.metric.Feed;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of one record of {@code metrics.raw} on their way through the stages: a view, not a copy. What a stage
 * computes is appended, as further metrics or further fields of one, so that later stages treat all alike.
 *
 * <p>Metrics are numbered from 0, and so are the fields of all metrics together. The fields of a metric are a chain from
 * {@link #firstField} by {@link #nextField} until {@link #NONE}; each stands in {@link #bytes} as line protocol spells it. A batch
 * belongs to one task, and nothing of it may be kept beyond the call in which it was passed on.
 */
public final class MetricBatch {

    /** No further field. */
    public static final int NONE = -1;

    private @Nullable SeriesStates states;
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
    private @Nullable SeriesRules[] seriesRules = new SeriesRules[64];
    private int[] outputs = new int[64];
    private long[] timestamps = new long[64];
    private int[] firstFields = new int[64];
    private int[] lastFields = new int[64];
    private boolean[] whole = new boolean[64];
    private byte[] incomplete = new byte[64];
    private @Nullable Kept[] kept = new Kept[64];
    private final BatchFields fields = new BatchFields();

    /** What was kept from a feed, and the state that its series was in: what stands in its slot now may be another. */
    private record Kept(Feed from, SeriesState state) {}

    /** Starts over with another record, whose metrics are of these series. */
    public void wrap(SeriesStates series, byte[] value, long recordOffset, long recordReceivedMillis) {
        states = series;
        raw = value;
        offset = recordOffset;
        receivedMillis = recordReceivedMillis;
        isTick = value.length == 0;
        tellsTime = isTick;
        rules = null;
        metrics = 0;
        rawMetrics = 0;
        fields.clear();
        computed.clear();
    }

    /** Starts over with a record that is no line batch: metrics are made of it and appended. */
    public void wrapComputed(SeriesStates series, long recordOffset, long recordMillis) {
        wrap(series, new byte[0], recordOffset, recordMillis);
        isTick = false;
    }

    /** The record is not a tick but a marker: from here on, this version of the rules holds; null if it is about something else. */
    public void mark(@Nullable String rulesVersion) {
        isTick = false;
        tellsTime = false;
        rules = rulesVersion;
    }

    /** Appends a metric as it was read from the record; its fields follow by {@link #addRawField}, in their order. */
    public void addRawMetric(int slot, long timestamp) {
        addComputedMetric(slot, 0, timestamp);
        rawMetrics = metrics;
    }

    /**
     * Appends a field to the last raw metric: where its key and value stand in the record, and behind what.
     *
     * @param fieldNumber the field's number in its series, {@link FieldNames#UNNUMBERED} if no rule looks at it
     * @param under what the rules make of it
     * @return the field, whose {@link #setRaw value} is still to be told
     */
    public int addRawField(int keyFrom, int keyTo, int valueTo, int fieldNumber, FieldRules under) {
        return link(metrics - 1, fieldNumber, under, keyFrom, keyTo, keyTo + 1, valueTo);
    }

    /**
     * Tells the value of a raw field.
     *
     * @param number the value, where some stage needs it as a number
     */
    public void setRaw(int field, FieldType type, double number) {
        fields.value(field, type, number, false);
    }

    /** Appends a metric for one feed alone, from which a value was kept when the series was in this state. */
    public void addMetricFor(Feed feed, int slot, SeriesState state, int output, long timestamp) {
        addComputedMetric(slot, output, timestamp);
        kept[metrics - 1] = new Kept(feed, state);
        seriesRules[metrics - 1] = state.rules();
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
        int field = link(metric, fieldNumber, null, keyTo - key.length, keyTo, valueFrom, computed.length());
        fields.value(field, type, number, true);
    }

    /** Do the metric's fields so far stand together at the end of what was computed? */
    private boolean continuesWhole(int metric) {
        int last = lastFields[metric];
        return last != NONE && whole[metric] && fields.isComputed(last) && valueTo(last) == computed.length();
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
        fields.place(field, keyFrom, keyTo, valueFrom, computed.length());
        fields.value(field, type, number, true);
        whole[metric] = firstFields[metric] == field && lastFields[metric] == field;
    }

    /**
     * Takes a field out of a metric, for all that comes after.
     *
     * @param before the field before it in the metric, {@link #NONE} if it is the first
     */
    public void removeField(int metric, int before, int field) {
        if (before == NONE) {
            firstFields[metric] = fields.next(field);
        } else {
            fields.setNext(before, fields.next(field));
        }
        if (lastFields[metric] == field) {
            lastFields[metric] = before;
        }
        whole[metric] = false;
    }

    /** Appends a metric for an output of the series (numbered as in {@link SeriesPlan#output}). */
    public void addComputedMetric(int slot, int output, long timestamp) {
        if (metrics == slots.length) {
            grow(metrics * 2);
        }
        SeriesRules under = states().rules(slot);
        if (seriesRules[metrics] != under) {
            seriesRules[metrics] = under;
        }
        slots[metrics] = slot;
        outputs[metrics] = output;
        timestamps[metrics] = timestamp;
        firstFields[metrics] = NONE;
        lastFields[metrics] = NONE;
        whole[metrics] = true;
        incomplete[metrics] = 0;
        kept[metrics] = null;
        metrics++;
    }

    private void grow(int length) {
        slots = Arrays.copyOf(slots, length);
        seriesRules = Arrays.copyOf(seriesRules, length);
        outputs = Arrays.copyOf(outputs, length);
        timestamps = Arrays.copyOf(timestamps, length);
        firstFields = Arrays.copyOf(firstFields, length);
        lastFields = Arrays.copyOf(lastFields, length);
        whole = Arrays.copyOf(whole, length);
        incomplete = Arrays.copyOf(incomplete, length);
        kept = Arrays.copyOf(kept, length);
    }

    private int link(
            int metric, int number, @Nullable FieldRules under, int keyFrom, int keyTo, int valueFrom, int valueTo) {
        int field = fields.add(number, under);
        fields.place(field, keyFrom, keyTo, valueFrom, valueTo);
        if (lastFields[metric] == NONE) {
            firstFields[metric] = field;
        } else {
            fields.setNext(lastFields[metric], field);
        }
        lastFields[metric] = field;
        return field;
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

    /** What is remembered of the metric's series: further away in memory than all else that is known of a metric. */
    public SeriesState state(int metric) {
        Kept before = kept[metric];
        return before == null ? states().state(slots[metric]) : before.state;
    }

    /** Which rules apply to the metric's series. */
    public SeriesRules rules(int metric) {
        return Objects.requireNonNull(seriesRules[metric]);
    }

    /** The canonical bytes of the series that the metric is written with. */
    public byte[] series(int metric) {
        int output = outputs[metric];
        return kept[metric] == null
                ? states().output(slots[metric], output)
                : state(metric).output(output);
    }

    /** Which output of its series the metric is. */
    public int output(int metric) {
        return outputs[metric];
    }

    /** The feed that alone is to get the metric; null for one that goes where its output goes. */
    public @Nullable Feed onlyTo(int metric) {
        Kept before = kept[metric];
        return before == null ? null : before.from;
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
        return fields.next(field);
    }

    /** The bytes in which a field stands: not to be changed. */
    public byte[] bytes(int field) {
        return fields.isComputed(field) ? computed.array() : raw;
    }

    public int keyFrom(int field) {
        return fields.keyFrom(field);
    }

    public int keyTo(int field) {
        return fields.keyTo(field);
    }

    public int valueFrom(int field) {
        return fields.valueFrom(field);
    }

    public int valueTo(int field) {
        return fields.valueTo(field);
    }

    public FieldType type(int field) {
        return fields.type(field);
    }

    /** The field's number in its output. */
    public int fieldNumber(int field) {
        return fields.numberInSeries(field);
    }

    /** What the rules make of a metric's field. */
    public FieldRules rules(int metric, int field) {
        FieldRules known = fields.rules(field);
        return known != null ? known : state(metric).field(outputs[metric], fieldNumber(field));
    }

    /** The value as a number, where it was asked for when the field was added. */
    public double number(int field) {
        return fields.number(field);
    }

    /** Keeps a field of a metric from a feed. */
    public void leaveOut(int metric, int field, Feed feed) {
        fields.leaveOut(field, bit(feed));
        incomplete[metric] |= (byte) bit(feed);
    }

    /** Is a field kept from a feed? */
    public boolean isLeftOut(int field, Feed feed) {
        return fields.isLeftOut(field, bit(feed));
    }

    /** Is some field of the metric kept from a feed? */
    public boolean isIncomplete(int metric, Feed feed) {
        return (incomplete[metric] & bit(feed)) != 0;
    }

    private SeriesStates states() {
        return Objects.requireNonNull(states);
    }

    private static int bit(Feed feed) {
        return feed == Feed.STORAGE ? 1 : 2;
    }
}
