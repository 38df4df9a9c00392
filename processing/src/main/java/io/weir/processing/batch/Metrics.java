package io.weir.processing.batch;

import io.weir.contract.line.FieldType;

/**
 * The metrics of one record on their way through the stages, as every stage sees them. Stages
 * append results as further metrics or fields. Later stages treat all of them alike.
 *
 * <p>Metrics are numbered from 0, and so are the fields of all metrics together. The fields of a
 * metric form a chain from {@link #firstField} by {@link #nextField} to {@link #NONE}; each is in
 * {@link #bytes}, in line protocol. Each stage extends this interface by the rules and the state
 * that it reads. Callees must not retain the metrics. Not thread-safe.
 */
public interface Metrics {

    /** No further field. */
    int NONE = -1;

    /** The number of a field that arrived after too many others; no rule processes it. */
    int UNNUMBERED = -1;

    /** The offset of the record in its partition. */
    long offset();

    /** When the gateway received the record's lines, in milliseconds since the epoch. */
    long receivedMillis();

    /** Whether the record is a tick, which has no metrics of its own. */
    boolean isTick();

    /** Whether log time may have advanced: true for all records except lines and markers. */
    boolean carriesTime();

    /** The number of metrics, including computed ones. */
    int size();

    /** The number of metrics of the record itself; these are the first. */
    int rawSize();

    /** The slot of the metric's series in the task. */
    int slot(int metric);

    /** The output of the series that the metric belongs to: 0 is the raw series. */
    int output(int metric);

    /** Nanoseconds since the epoch. */
    long timestamp(int metric);

    /** The first field of a metric, {@link #NONE} if it has none. */
    int firstField(int metric);

    /** The last field of a metric, {@link #NONE} if it has none. */
    int lastField(int metric);

    /** The next field of the same metric, or {@link #NONE}. */
    int nextField(int field);

    /** The field's number in its output, or {@link #UNNUMBERED}. */
    int fieldNumber(int field);

    /** The type of a field's value. */
    FieldType type(int field);

    /** The bytes that contain a field; must not be changed. */
    byte[] bytes(int field);

    /** Where the field's value begins in {@link #bytes}. */
    int valueFrom(int field);

    /** Where the field's value ends in {@link #bytes}. */
    int valueTo(int field);

    /** The value as a number, if it was requested when the field was added. */
    double number(int field);

    /** Whether a numeric field holds an integer of 64 bits; others are floats for every stage. */
    default boolean isInteger(int field) {
        FieldType type = type(field);
        return type == FieldType.INTEGER || (type == FieldType.UNSIGNED && integer(field) >= 0);
    }

    /**
     * The integer if a numeric field {@link #isInteger}; otherwise the bits of its {@link #number}.
     */
    default long bits(int field) {
        return isInteger(field) ? integer(field) : Double.doubleToRawLongBits(number(field));
    }

    /** The value of a BOOLEAN field. */
    default boolean isTrue(int field) {
        byte first = bytes(field)[valueFrom(field)];
        return first == 't' || first == 'T';
    }

    /** The 64 bits of an INTEGER or UNSIGNED value. */
    default long integer(int field) {
        return IntegerText.parse(bytes(field), valueFrom(field), valueTo(field) - 1);
    }

    /**
     * Appends a float field to any metric.
     *
     * @param fieldNumber the field's number in its output: for a raw metric, in its series' names;
     *     for a computed one, the place of the result
     * @param value must be finite
     */
    void addField(int metric, int fieldNumber, byte[] key, double value);
}
