package io.weir.processing.derive;

import io.weir.contract.line.FieldType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Derives the seconds since a field last changed. The first value counts as a change. Each value is
 * compared with the last one of an earlier timestamp. Accepts values of every type; of a text it
 * keeps only the hash.
 */
public final class LastChange implements History {

    private boolean isKnown;
    private FieldType type = FieldType.FLOAT;
    private long last;
    private long lastNanos;
    private long changedNanos;
    private boolean isEarlierKnown;
    private FieldType earlierType = FieldType.FLOAT;
    private long earlier;
    private long earlierChangedNanos;
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
        if (isKnown && timestampNanos > lastNanos) {
            keepAsEarlier();
        }
        isKnown = true;
        // Storing a reference has a cost: the garbage collector (G1) inspects every place where one
        // was stored.
        if (type != ofType) {
            type = ofType;
        }
        last = bits;
        lastNanos = timestampNanos;
        changedNanos = isEarlierKnown && isLikeEarlier() ? earlierChangedNanos : timestampNanos;
        value = Numbers.seconds(changedNanos, timestampNanos);
        return Outcome.DERIVED;
    }

    private void keepAsEarlier() {
        isEarlierKnown = true;
        if (earlierType != type) {
            earlierType = type;
        }
        earlier = last;
        earlierChangedNanos = changedNanos;
    }

    /** Zero equals minus zero. */
    private boolean isLikeEarlier() {
        if (type != earlierType) {
            return false;
        }
        return type == FieldType.FLOAT
                ? Double.longBitsToDouble(last) == Double.longBitsToDouble(earlier)
                : last == earlier;
    }

    @Override
    public double value() {
        return value;
    }

    @Override
    public int estimatedBytes() {
        return 88;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeBoolean(isKnown);
        TypeCode.write(type, out);
        out.writeLong(last);
        out.writeLong(lastNanos);
        out.writeLong(changedNanos);
        out.writeBoolean(isEarlierKnown);
        if (isEarlierKnown) {
            TypeCode.write(earlierType, out);
            out.writeLong(earlier);
            out.writeLong(earlierChangedNanos);
        }
    }

    @Override
    public void read(DataInput in) throws IOException {
        isKnown = in.readBoolean();
        type = TypeCode.read(in);
        last = in.readLong();
        lastNanos = in.readLong();
        changedNanos = in.readLong();
        isEarlierKnown = in.readBoolean();
        if (isEarlierKnown) {
            earlierType = TypeCode.read(in);
            earlier = in.readLong();
            earlierChangedNanos = in.readLong();
        }
    }
}
