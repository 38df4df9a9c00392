package io.weir.processing.derive;

import io.weir.contract.line.FieldType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The last two values of a field with different timestamps. Each value is compared with the
 * previous one. Integers are subtracted in 64 bits and rounded once.
 *
 * <p>A counter that is smaller than before restarted at zero, so it grew by its new value. If the
 * counter wraps and the step across the wrap is plausible, it wrapped instead. A step is plausible
 * if it is less than half of the range, and also small (a {@value #SMALL_PART}th of the range) or
 * not much faster ({@value #FASTER} times) than the fastest step before it. Half of the range alone
 * is not enough: any counter that restarts in the upper half would seem to have wrapped.
 */
public final class Steps implements History {

    private static final long RANGE_32 = 1L << 32;

    /** A random restart is this many times as likely as one that looks like a small step. */
    private static final int SMALL_PART = 1024;

    private static final int FASTER = 4;

    private final StepSpec spec;
    private int known;
    private FieldType type = FieldType.FLOAT;
    private long earlierNanos;
    private long earlier;
    private long lastNanos;
    private long last;
    private double fastestPerSecond;
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
            fastestPerSecond = 0;
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
            if (known == 2 && spec.wrapBits() > 0) {
                noteSpeed();
            }
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

    /** Steps across the wrap are left out: a wrong one must not make the next one plausible. */
    private void noteSpeed() {
        if (!Numbers.isLess(type, last, earlier)) {
            double perSecond = Numbers.minus(type, last, earlier) / Numbers.seconds(earlierNanos, lastNanos);
            fastestPerSecond = Math.max(fastestPerSecond, perSecond);
        }
    }

    private Outcome derive() {
        if (spec.kind() == StepSpec.Kind.DIFFERENCE) {
            return result(Numbers.difference(type, last, earlier), Outcome.DERIVED);
        }
        if (!Numbers.isLess(type, last, earlier)) {
            return result(Numbers.minus(type, last, earlier), Outcome.DERIVED);
        }
        double wrapped = spec.wrapBits() == 0 ? -1 : wrapped();
        if (wrapped >= 0 && wrapped <= plausibleStep()) {
            return result(wrapped, Outcome.DERIVED);
        }
        double restarted = Numbers.toDouble(type, last);
        return restarted < 0 ? Outcome.NEGATIVE : result(restarted, Outcome.RESET);
    }

    private Outcome result(double step, Outcome outcome) {
        value = spec.kind() == StepSpec.Kind.RATE
                ? step * spec.perSeconds() / Numbers.seconds(earlierNanos, lastNanos)
                : step;
        return Double.isFinite(value) ? outcome : Outcome.UNDEFINED;
    }

    /** The largest step across the wrap that is plausible. */
    private double plausibleStep() {
        double small = Math.scalb(1.0, spec.wrapBits()) / SMALL_PART;
        return Math.max(small, FASTER * fastestPerSecond * Numbers.seconds(earlierNanos, lastNanos));
    }

    /** The step across the wrap; negative if it is at least half of the range. */
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
        return 80;
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
            out.writeDouble(fastestPerSecond);
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
            fastestPerSecond = in.readDouble();
        }
    }
}
