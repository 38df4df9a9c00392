package io.weir.processing.derive;

import io.weir.contract.line.FieldType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The last two values of a field with different timestamps. Each value is compared with the
 * previous one. A value with the same timestamp as the last replaces it, so that a line that
 * arrives twice gives the same result twice.
 *
 * <p>A counter that is smaller than before was reset: its growth is unknown, and the next value is
 * compared with the small one. If the counter wraps and the step across the wrap is less than half
 * of its range, it wrapped instead.
 */
public final class Steps implements History {

    private static final long RANGE_32 = 1L << 32;

    private final StepSpec spec;
    private int known;
    private FieldType type = FieldType.FLOAT;
    private long earlierNanos;
    private long earlier;
    private long lastNanos;
    private long last;
    private double value;

    /** Creates a history without values. */
    public Steps(StepSpec spec) {
        this.spec = spec;
    }

    @Override
    public Outcome next(long timestampNanos, FieldType ofType, long bits) {
        if (known > 0 && timestampNanos < lastNanos) {
            return Outcome.OUT_OF_ORDER;
        }
        if (known > 0 && ofType != type) {
            known = 0;
            remember(timestampNanos, ofType, bits);
            return Outcome.TYPE_CHANGED;
        }
        remember(timestampNanos, ofType, bits);
        return known == 1 ? Outcome.TOO_EARLY : derive();
    }

    private void remember(long timestampNanos, FieldType ofType, long bits) {
        if (known == 0) {
            known = 1;
        } else if (timestampNanos > lastNanos) {
            known = 2;
            earlierNanos = lastNanos;
            earlier = last;
        }
        // Storing a reference has a cost: the garbage collector (G1) inspects every place where one
        // was stored.
        if (type != ofType) {
            type = ofType;
        }
        lastNanos = timestampNanos;
        last = bits;
    }

    private Outcome derive() {
        boolean isLess = Numbers.isLess(type, last, earlier);
        double step = isLess ? backward() : Numbers.minus(type, last, earlier);
        if (isLess && spec.kind() != StepSpec.Kind.DIFFERENCE && step < 0) {
            return Outcome.RESET;
        }
        value = spec.kind() == StepSpec.Kind.RATE
                ? step * spec.perSeconds() / Numbers.seconds(earlierNanos, lastNanos)
                : step;
        return Double.isFinite(value) ? Outcome.DERIVED : Outcome.UNDEFINED;
    }

    /** The step to a smaller number: negative, unless a counter wrapped. */
    private double backward() {
        double wrapped = spec.wrapBits() == 0 ? -1 : wrapped();
        return wrapped >= 0 ? wrapped : -Numbers.minus(type, earlier, last);
    }

    /** The step across the wrap; negative if the counter did not wrap. */
    private double wrapped() {
        if (type == FieldType.FLOAT) {
            double range = Math.scalb(1.0, spec.wrapBits());
            double from = Double.longBitsToDouble(earlier);
            double to = Double.longBitsToDouble(last);
            double step = range - from + to;
            return to >= 0 && from < range && step < range / 2 ? step : -1;
        }
        if (spec.wrapBits() == 32) {
            long step = last - earlier + RANGE_32;
            boolean isInRange = last >= 0 && Long.compareUnsigned(earlier, RANGE_32) < 0;
            return isInRange && step < RANGE_32 / 2 ? step : -1;
        }
        // A step of at least half of the range sets the sign bit.
        return last - earlier;
    }

    @Override
    public double value() {
        return value;
    }

    @Override
    public int estimatedBytes() {
        return 72;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeByte(known);
        TypeCode.write(type, out);
        out.writeLong(lastNanos);
        out.writeLong(last);
        if (known == 2) {
            out.writeLong(earlierNanos);
            out.writeLong(earlier);
        }
    }

    @Override
    public void read(DataInput in) throws IOException {
        known = in.readByte();
        type = TypeCode.read(in);
        lastNanos = in.readLong();
        last = in.readLong();
        if (known == 2) {
            earlierNanos = in.readLong();
            earlier = in.readLong();
        }
    }
}
