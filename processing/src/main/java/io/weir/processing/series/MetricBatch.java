package io.weir.processing.series;

import io.weir.contract.line.FieldType;
import io.weir.contract.rule.metric.Feed;
import io.weir.processing.aggregate.AggregatableMetrics;
import io.weir.processing.batch.SeriesEnds;
import io.weir.processing.derive.DerivableMetrics;
import io.weir.processing.suppress.Suppressed;
import io.weir.processing.suppress.SuppressibleMetrics;
import io.weir.processing.suppress.Suppression;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of one input record on their way through the stages. Received values are positions in
 * the record; computed values are copies. A batch belongs to one task.
 */
public final class MetricBatch implements DerivableMetrics, AggregatableMetrics, SuppressibleMetrics<SeriesState> {

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
    private final SeriesEnds ends = new SeriesEnds();

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
        ends.clear();
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
     * @param fieldNumber number in its series; {@link #UNNUMBERED} if no rule reads it
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

    @Override
    public void addMetricFor(Feed feed, int slot, SeriesState state, int output, long timestamp) {
        addComputedMetric(slot, output, timestamp);
        kept[metrics - 1] = new Kept(feed, state);
        seriesRules[metrics - 1] = state.rules();
    }

    @Override
    public void addField(int metric, int fieldNumber, byte[] key, double value) {
        int valueFrom = beginField(metric, key);
        computed.add(value);
        endField(metric, fieldNumber, key, valueFrom, FieldType.FLOAT, value);
    }

    @Override
    public void addField(int metric, int fieldNumber, byte[] key, long value) {
        int valueFrom = beginField(metric, key);
        computed.add(value);
        computed.add('i');
        endField(metric, fieldNumber, key, valueFrom, FieldType.INTEGER, (double) value);
    }

    @Override
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

    @Override
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

    @Override
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

    @Override
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

    @Override
    public SeriesEnds ends() {
        return ends;
    }

    @Override
    public long offset() {
        return offset;
    }

    @Override
    public long receivedMillis() {
        return receivedMillis;
    }

    @Override
    public boolean isTick() {
        return isTick;
    }

    @Override
    public boolean carriesTime() {
        return carriesTime;
    }

    /** The version of the rules in a rules marker; null for other records. */
    public @Nullable String rules() {
        return rules;
    }

    @Override
    public int size() {
        return metrics;
    }

    @Override
    public int rawSize() {
        return rawMetrics;
    }

    @Override
    public int slot(int metric) {
        return slots[metric];
    }

    @Override
    public SeriesState state(int metric) {
        Kept before = kept[metric];
        return before == null ? states().state(slots[metric]) : before.state;
    }

    @Override
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

    @Override
    public int output(int metric) {
        return outputs[metric];
    }

    /** The only feed that receives the metric; null if the rules of its output select the feeds. */
    public @Nullable Feed onlyTo(int metric) {
        Kept before = kept[metric];
        return before == null ? null : before.from;
    }

    @Override
    public long timestamp(int metric) {
        return timestamps[metric];
    }

    /** Whether the metric's fields are contiguous, from the first key to the last value. */
    public boolean isWhole(int metric) {
        return whole[metric];
    }

    @Override
    public int firstField(int metric) {
        return firstFields[metric];
    }

    @Override
    public int lastField(int metric) {
        return lastFields[metric];
    }

    @Override
    public int nextField(int field) {
        return fields.next(field);
    }

    @Override
    public byte[] bytes(int field) {
        return fields.isComputed(field) ? computed.array() : raw;
    }

    public int keyFrom(int field) {
        return fields.keyFrom(field);
    }

    public int keyTo(int field) {
        return fields.keyTo(field);
    }

    @Override
    public int valueFrom(int field) {
        return fields.valueFrom(field);
    }

    @Override
    public int valueTo(int field) {
        return fields.valueTo(field);
    }

    @Override
    public FieldType type(int field) {
        return fields.type(field);
    }

    @Override
    public int fieldNumber(int field) {
        return fields.numberInSeries(field);
    }

    @Override
    public FieldRules rules(int metric, int field) {
        FieldRules known = fields.rules(field);
        return known != null ? known : state(metric).field(fieldNumber(field));
    }

    @Override
    public @Nullable Suppression suppression(int metric, int field, Feed feed) {
        FieldRules known = fields.rules(field);
        Suppressed suppressed =
                known != null ? known.suppressed() : state(metric).suppressed(outputs[metric], fieldNumber(field));
        return suppressed.in(feed);
    }

    @Override
    public double number(int field) {
        return fields.number(field);
    }

    @Override
    public void leaveOut(int metric, int field, Feed feed) {
        fields.leaveOut(field, BatchFields.bit(feed));
        incomplete[metric] |= (byte) BatchFields.bit(feed);
    }

    @Override
    public boolean isLeftOut(int field, Feed feed) {
        return fields.isLeftOut(field, BatchFields.bit(feed));
    }

    /** Whether some field of the metric is withheld from a feed. */
    public boolean isIncomplete(int metric, Feed feed) {
        return (incomplete[metric] & BatchFields.bit(feed)) != 0;
    }

    private SeriesStates states() {
        return Objects.requireNonNull(states);
    }
}
