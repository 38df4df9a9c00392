package io.weir.processing.series;

import io.weir.contract.line.FieldType;
import io.weir.contract.rule.metric.Feed;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of one record of {@code metrics.raw} on their way through the stages: a view, not a
 * copy. Stages append results as further metrics or fields. Later stages treat all of them alike.
 *
 * <p>Metrics are numbered from 0, and so are the fields of all metrics together. The fields of a
 * metric form a chain from {@link #firstField} by {@link #nextField} to {@link #NONE}; each is in
 * {@link #bytes}, in line protocol. A batch belongs to one task. Callees must not retain it.
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
    private boolean carriesTime;
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

    /** A feed, and the state that held the value back; its slot may have another state by now. */
    private record Kept(Feed from, SeriesState state) {}

    /** Begins another record, whose metrics belong to these series. */
    public void wrap(SeriesStates series, byte[] value, long recordOffset, long recordReceivedMillis) {
        states = series;
        raw = value;
        offset = recordOffset;
        receivedMillis = recordReceivedMillis;
        isTick = value.length == 0;
        carriesTime = isTick;
        rules = null;
        metrics = 0;
        rawMetrics = 0;
        fields.clear();
        computed.clear();
    }

    /** Begins a record that is not a line batch; all metrics are computed and appended. */
    public void wrapComputed(SeriesStates series, long recordOffset, long recordMillis) {
        wrap(series, new byte[0], recordOffset, recordMillis);
        isTick = false;
    }

    /** Turns the tick into a marker: a rules marker with this version, or another one if null. */
    public void mark(@Nullable String rulesVersion) {
        isTick = false;
        carriesTime = false;
        rules = rulesVersion;
    }

    /** Appends a metric of the record; {@link #addRawField} adds its fields, in order. */
    public void addRawMetric(int slot, long timestamp) {
        addComputedMetric(slot, 0, timestamp);
        rawMetrics = metrics;
    }

    /**
     * Appends a field to the last raw metric, by the positions of its key and value in the record.
     *
     * @param fieldNumber number in its series; {@link FieldNames#UNNUMBERED} if no rule reads it
     * @param under the field's rules
     * @return the field, whose value {@link #setRaw} must set
     */
    public int addRawField(int keyFrom, int keyTo, int valueTo, int fieldNumber, FieldRules under) {
        return link(metrics - 1, fieldNumber, under, keyFrom, keyTo, keyTo + 1, valueTo);
    }

    /**
     * Sets the value of a raw field.
     *
     * @param number the value, if some stage needs it as a number
     */
    public void setRaw(int field, FieldType type, double number) {
        fields.value(field, type, number, false);
    }

    /** Appends a metric for one feed, with values held back when the series was in this state. */
    public void addMetricFor(Feed feed, int slot, SeriesState state, int output, long timestamp) {
        addComputedMetric(slot, output, timestamp);
        kept[metrics - 1] = new Kept(feed, state);
        seriesRules[metrics - 1] = state.rules();
    }

    /**
     * Appends a float field to any metric.
     *
     * @param fieldNumber the field's number in its output: for a raw metric, in its series' names;
     *     for a computed one, the place of the result
     * @param value must be finite
     */
    public void addField(int metric, int fieldNumber, byte[] key, double value) {
        int valueFrom = beginField(metric, key);
        computed.add(value);
        endField(metric, fieldNumber, key, valueFrom, FieldType.FLOAT, value);
    }

    /** Appends an integer field. */
    public void addField(int metric, int fieldNumber, byte[] key, long value) {
        int valueFrom = beginField(metric, key);
        computed.add(value);
        computed.add('i');
        endField(metric, fieldNumber, key, valueFrom, FieldType.INTEGER, (double) value);
    }

    /** Appends a field with a value in line protocol that no stage computes with. */
    public void addField(int metric, int fieldNumber, byte[] key, String value, FieldType type) {
        int valueFrom = beginField(metric, key);
        computed.add(value);
        endField(metric, fieldNumber, key, valueFrom, type, Double.NaN);
    }

    /** Returns the position of the value. */
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

    /** Whether the metric's fields are contiguous at the end of the computed bytes. */
    private boolean continuesWhole(int metric) {
        int last = lastFields[metric];
        return last != NONE && whole[metric] && fields.isComputed(last) && valueTo(last) == computed.length();
    }

    /**
     * Replaces the value of a field.
     *
     * @param value begins with {@code length} bytes in line protocol
     * @param number the value as a number, if it is one
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
     * Removes a field from a metric.
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

    /** Appends a metric for an output of the series, numbered as in {@link SeriesPlan#output}. */
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

    /** When the gateway received the record's lines, in milliseconds since the epoch. */
    public long receivedMillis() {
        return receivedMillis;
    }

    /** Whether the record is a tick, which has no metrics of its own. */
    public boolean isTick() {
        return isTick;
    }

    /** Whether log time may have advanced: true for all records except lines and markers. */
    public boolean carriesTime() {
        return carriesTime;
    }

    /** The version of the rules in a rules marker; null for other records. */
    public @Nullable String rules() {
        return rules;
    }

    /** The number of metrics, including computed ones. */
    public int size() {
        return metrics;
    }

    /** The number of metrics of the record itself; these are the first. */
    public int rawSize() {
        return rawMetrics;
    }

    public int slot(int metric) {
        return slots[metric];
    }

    /** The state of the metric's series; slower to read from memory than its other data. */
    public SeriesState state(int metric) {
        Kept before = kept[metric];
        return before == null ? states().state(slots[metric]) : before.state;
    }

    /** The rules of the metric's series. */
    public SeriesRules rules(int metric) {
        return Objects.requireNonNull(seriesRules[metric]);
    }

    /** The canonical bytes of the series under which the metric is written. */
    public byte[] series(int metric) {
        int output = outputs[metric];
        return kept[metric] == null
                ? states().output(slots[metric], output)
                : state(metric).output(output);
    }

    /** The output of the series that the metric belongs to. */
    public int output(int metric) {
        return outputs[metric];
    }

    /** The only feed that receives the metric; null if the rules of its output select the feeds. */
    public @Nullable Feed onlyTo(int metric) {
        Kept before = kept[metric];
        return before == null ? null : before.from;
    }

    /** Nanoseconds since the epoch. */
    public long timestamp(int metric) {
        return timestamps[metric];
    }

    /** Whether the metric's fields are contiguous, from the first key to the last value. */
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

    /** The next field of the same metric, or {@link #NONE}. */
    public int nextField(int field) {
        return fields.next(field);
    }

    /** The bytes that contain a field; must not be changed. */
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

    /** The rules of a metric's field. */
    public FieldRules rules(int metric, int field) {
        FieldRules known = fields.rules(field);
        return known != null ? known : state(metric).field(outputs[metric], fieldNumber(field));
    }

    /** The value as a number, if it was requested when the field was added. */
    public double number(int field) {
        return fields.number(field);
    }

    /** Withholds a field of a metric from a feed. */
    public void leaveOut(int metric, int field, Feed feed) {
        fields.leaveOut(field, bit(feed));
        incomplete[metric] |= (byte) bit(feed);
    }

    /** Whether a field is withheld from a feed. */
    public boolean isLeftOut(int field, Feed feed) {
        return fields.isLeftOut(field, bit(feed));
    }

    /** Whether some field of the metric is withheld from a feed. */
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
