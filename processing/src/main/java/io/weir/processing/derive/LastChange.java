package io.weir.processing.derive;

import io.weir.contract.line.FieldType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Derives the seconds since a field last changed. The first value counts as a change, and so does
 * another value with the same timestamp. Accepts values of every type; of a text it keeps only the
 * hash.
 */
public final class LastChange implements History {

    private boolean isKnown;
    private FieldType type = FieldType.FLOAT;
    private long last;
    private long lastNanos;
    private long changedNanos;
    private double value;

    @Override
    public boolean accepts(FieldType ofType) {
        return true;
    }

    @Override
    public Outcome next(long timestampNanos, FieldType ofType, long bits) {
        if (isKnown && timestampNanos < lastNanos) {
            return Outcome.OUT_OF_ORDER;
        }
        if (!isKnown || ofType != type || isOther(bits)) {
            changedNanos = timestampNanos;
        }
        isKnown = true;
        // Storing a reference has a cost: the garbage collector (G1) inspects every place where one
        // was stored.
        if (type != ofType) {
            type = ofType;
        }
        last = bits;
        lastNanos = timestampNanos;
        value = Numbers.seconds(changedNanos, timestampNanos);
        return Outcome.DERIVED;
    }

    /** Zero equals minus zero. */
    private boolean isOther(long bits) {
        return type == FieldType.FLOAT ? Double.longBitsToDouble(bits) != Double.longBitsToDouble(last) : bits != last;
    }

    @Override
    public double value() {
        return value;
    }

    @Override
    public int estimatedBytes() {
        return 64;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeBoolean(isKnown);
        TypeCode.write(type, out);
        out.writeLong(last);
        out.writeLong(lastNanos);
        out.writeLong(changedNanos);
    }

    @Override
    public void read(DataInput in) throws IOException {
        isKnown = in.readBoolean();
        type = TypeCode.read(in);
        last = in.readLong();
        lastNanos = in.readLong();
        changedNanos = in.readLong();
    }
}
