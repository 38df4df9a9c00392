package io.weir.processing.derive;

import io.weir.contract.line.FieldType;
import io.weir.contract.rule.metric.FieldFunction;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The value that a field had some time ago, or how much it has changed since. The first value in each
 * 64th of that time, aligned to the epoch, is remembered, so the size is bounded. The result is from
 * the latest remembered value that is old enough. This value is less than a 64th older than the latest
 * value that is old enough.
 */
public final class Lagged implements History {

    private static final int PARTS = 64;

    /**
     * The most values in the ring: one of each part that the time touches, of which the first and the
     * last may be incomplete, and one that is older.
     */
    private static final int MOST = PARTS + 2;

    private final long overNanos;
    private final long partNanos;
    private final FieldFunction.Since result;

    /** A ring of values and their times, oldest first. */
    private final long[] values = new long[MOST];

    private final long[] nanos = new long[MOST];
    private int first;
    private int size;

    /** The last value. Another with its timestamp replaces it, so it is not in the ring. */
    private long last;

    private long lastNanos;
    private boolean isKnown;
    private FieldType type = FieldType.FLOAT;
    private double value;

    /**
     * Creates a history without values.
     *
     * @param overNanos how old the earlier value is at least
     * @param result what becomes of the earlier value
     */
    public Lagged(long overNanos, FieldFunction.Since result) {
        this.overNanos = overNanos;
        this.partNanos = Math.max(1, overNanos / PARTS);
        this.result = result;
    }

    @Override
    public Outcome next(long timestampNanos, FieldType ofType, long bits) {
        if (isKnown && timestampNanos < lastNanos) {
            return Outcome.OUT_OF_ORDER;
        }
        boolean hasChangedType = isKnown && type != ofType;
        if (hasChangedType) {
            size = 0;
        } else if (isKnown && timestampNanos > lastNanos) {
            addLast();
        }
        // Storing a reference has a cost: the garbage collector (G1) inspects every place where one
        // was stored.
        if (type != ofType) {
            type = ofType;
        }
        isKnown = true;
        last = bits;
        lastNanos = timestampNanos;
        return hasChangedType ? Outcome.TYPE_CHANGED : derive(timestampNanos - overNanos);
    }

    private void addLast() {
        boolean isInSamePart = size > 0 && part(nanos[at(size - 1)]) == part(lastNanos);
        if (isInSamePart) {
            return;
        }
        values[at(size)] = last;
        nanos[at(size)] = lastNanos;
        size++;
    }

    private Outcome derive(long until) {
        while (size > 1 && nanos[at(1)] <= until) {
            removeFirst();
        }
        if (size == 0 || nanos[first] > until) {
            return Outcome.TOO_EARLY;
        }
        double earlier = Numbers.toDouble(type, values[first]);
        value = switch (result) {
            case LAG -> earlier;
            case DELTA -> Numbers.difference(type, last, values[first]);
            case CHANGE -> 100 * Numbers.difference(type, last, values[first]) / Math.abs(earlier);
        };
        return Double.isFinite(value) ? Outcome.DERIVED : Outcome.UNDEFINED;
    }

    private void removeFirst() {
        first = at(1);
        size--;
    }

    /** The place of an entry in the ring, counted from the oldest. */
    private int at(int entry) {
        return (first + entry) % MOST;
    }

    private long part(long atNanos) {
        return Math.floorDiv(atNanos, partNanos);
    }

    @Override
    public double value() {
        return value;
    }

    @Override
    public int estimatedBytes() {
        return 112 + 2 * (16 + MOST * Long.BYTES);
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeBoolean(isKnown);
        TypeCode.write(type, out);
        out.writeLong(last);
        out.writeLong(lastNanos);
        out.writeByte(size);
        for (int entry = 0; entry < size; entry++) {
            out.writeLong(values[at(entry)]);
            out.writeLong(nanos[at(entry)]);
        }
    }

    @Override
    public void read(DataInput in) throws IOException {
        isKnown = in.readBoolean();
        type = TypeCode.read(in);
        last = in.readLong();
        lastNanos = in.readLong();
        first = 0;
        size = in.readByte();
        for (int entry = 0; entry < size; entry++) {
            values[entry] = in.readLong();
            nanos[entry] = in.readLong();
        }
    }
}
