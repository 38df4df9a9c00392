package io.weir.processing.series;

import io.weir.contract.line.FutureLimit;
import io.weir.processing.batch.Metrics;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.ToIntFunction;

/**
 * The values of one series that senders set or change ({@link
 * io.weir.contract.line.ChangeMarker}), by field. Lines apply in the order of the log, because a sum of changes does
 * not depend on their timestamps. Not thread-safe.
 */
final class KeptValues {

    private static final int HEAD_BYTES = 48;

    /** By the number of the field; NaN for fields without a kept value. */
    private double[] values = {};

    private long latestNanos = Long.MIN_VALUE;

    /** When the latest line that set or changed a value was received. */
    private long seenMillis;

    /**
     * Notes a line that sets or changes a value. After a longer silence than the expiry, first forgets
     * all values. Other lines of the series do not count: without rules, they are not in the saved state.
     */
    KeptValues seen(long millis, long expiryMillis) {
        if (millis - seenMillis > expiryMillis) {
            values = new double[0];
            latestNanos = Long.MIN_VALUE;
        }
        seenMillis = Math.max(seenMillis, millis);
        return this;
    }

    /** Whether a field has a value. */
    boolean has(int field) {
        return field < values.length && !Double.isNaN(values[field]);
    }

    /** The value after a change; 0 is changed if there is none. Changes nothing. */
    double plus(int field, double change) {
        return has(field) ? values[field] + change : change;
    }

    /** Keeps a finite value. */
    void keep(int field, double value) {
        if (field >= values.length) {
            int known = values.length;
            values = Arrays.copyOf(values, field + 1);
            Arrays.fill(values, known, field, Double.NaN);
        }
        values[field] = value;
    }

    /**
     * The timestamp under which a value is written: never before that of an earlier one, since the
     * store's latest point must have all changes. Timestamps too far ahead are excepted, also those
     * that only the clock of their own batch allowed.
     */
    long stamp(long nanos, FutureLimit future, long receivedMillis) {
        if (future.isBeyond(nanos, receivedMillis)) {
            return nanos;
        }
        latestNanos = future.isBeyond(latestNanos, receivedMillis) ? nanos : Math.max(latestNanos, nanos);
        return latestNanos;
    }

    /** Approximate heap in bytes. */
    int estimatedBytes() {
        return HEAD_BYTES + Double.BYTES * values.length;
    }

    /** Writes the values under the keys of their fields: under other rules, the numbers are others. */
    void write(FieldNames names, DataOutput out) throws IOException {
        out.writeLong(latestNanos);
        out.writeLong(seenMillis);
        int count = 0;
        for (double value : values) {
            count += Double.isNaN(value) ? 0 : 1;
        }
        out.writeInt(count);
        for (int field = 0; field < values.length; field++) {
            if (has(field)) {
                byte[] key = names.key(field);
                out.writeInt(key.length);
                out.write(key);
                out.writeDouble(values[field]);
            }
        }
    }

    /**
     * Restores what {@link #write} wrote.
     *
     * @param numbers the number of a field, by its key
     */
    void read(ToIntFunction<byte[]> numbers, DataInput in) throws IOException {
        latestNanos = in.readLong();
        seenMillis = in.readLong();
        for (int left = in.readInt(); left > 0; left--) {
            byte[] key = new byte[in.readInt()];
            in.readFully(key);
            double value = in.readDouble();
            int field = numbers.applyAsInt(key);
            if (field != Metrics.UNNUMBERED) {
                keep(field, value);
            }
        }
    }
}
