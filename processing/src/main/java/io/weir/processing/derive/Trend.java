package io.weir.processing.derive;

import io.weir.contract.line.FieldType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The least-squares line through the values of the last {@code over}. Values are in sixteen buckets
 * aligned to the epoch, so the size is fixed and the line covers between fifteen and sixteen
 * sixteenths of {@code over}. There is no result until the values span half of {@code over}.
 *
 * <p>The last value is in no bucket until a later one arrives, because another with the same
 * timestamp replaces it. Values are relative to a base, which keeps all digits of large integers:
 * the first value if that is an integer, otherwise zero.
 */
public final class Trend implements History {

    /**
     * Upper bound of the result of time-until, in seconds. Also the result if the line never
     * reaches the limit.
     */
    public static final double LONGEST_SECONDS = 365 * 86_400.0;

    private static final int BUCKETS = 16;

    /** Heap bytes of this object and its two arrays. */
    private static final int OWN_BYTES = 152 + BUCKETS * 12;

    private final TrendSpec spec;
    private final long bucketNanos;
    private final LeastSquares[] buckets = new LeastSquares[BUCKETS];
    private final long[] firstNanos = new long[BUCKETS];
    private final LeastSquares closed = new LeastSquares();
    private final LeastSquares all = new LeastSquares();
    private boolean isKnown;
    private long current;
    private long lastNanos;
    private double last;
    private FieldType baseType = FieldType.FLOAT;
    private long base;
    private double value;

    /** Creates a history without values. */
    public Trend(TrendSpec spec) {
        this.spec = spec;
        this.bucketNanos = Math.max(1, spec.overNanos() / BUCKETS);
        for (int i = 0; i < BUCKETS; i++) {
            buckets[i] = new LeastSquares();
        }
    }

    @Override
    public Outcome next(long timestampNanos, FieldType type, long bits) {
        if (isKnown && timestampNanos < lastNanos) {
            return Outcome.OUT_OF_ORDER;
        }
        if (!isKnown && type != FieldType.FLOAT) {
            baseType = type;
            base = bits;
        } else if (isKnown && timestampNanos > lastNanos) {
            addLast();
        }
        moveTo(Math.floorDiv(timestampNanos, bucketNanos));
        isKnown = true;
        lastNanos = timestampNanos;
        last = type == baseType
                ? Numbers.difference(type, bits, base)
                : Numbers.toDouble(type, bits) - Numbers.toDouble(baseType, base);
        double x = secondsInBucket(timestampNanos);
        all.clear();
        all.add(closed, 0);
        all.add(buckets[slot(current)], 0);
        all.add(x, last);
        return timestampNanos - oldestNanos() < spec.overNanos() / 2 ? Outcome.TOO_EARLY : derive(x);
    }

    /** Adds the last value to the current bucket. */
    private void addLast() {
        int slot = slot(current);
        if (buckets[slot].isEmpty()) {
            firstNanos[slot] = lastNanos;
        }
        buckets[slot].add(secondsInBucket(lastNanos), last);
    }

    private Outcome derive(double x) {
        double slope = all.slope();
        if (spec.result() instanceof TrendSpec.TimeUntil until) {
            value = secondsUntil(until, all.at(x) + Numbers.toDouble(baseType, base), slope);
        } else if (spec.result() instanceof TrendSpec.Slope per) {
            value = slope * per.perSeconds();
        }
        return Double.isFinite(value) ? Outcome.DERIVED : Outcome.UNDEFINED;
    }

    private static double secondsUntil(TrendSpec.TimeUntil until, double now, double slope) {
        double distance = until.isAbove() ? until.limit() - now : now - until.limit();
        double speed = until.isAbove() ? slope : -slope;
        if (distance <= 0) {
            return 0;
        }
        return speed <= 0 ? LONGEST_SECONDS : Math.min(distance / speed, LONGEST_SECONDS);
    }

    /** Makes a bucket the current one and clears the buckets that are then too old. */
    private void moveTo(long bucket) {
        if (!isKnown) {
            current = bucket;
        } else if (bucket > current) {
            // At most all buckets need clearing. If the difference overflows, it is large as well.
            long steps = bucket - current < 0 ? BUCKETS : Math.min(bucket - current, BUCKETS);
            for (long back = 0; back < steps; back++) {
                buckets[slot(bucket - back)].clear();
            }
            current = bucket;
            closeOthers();
        }
    }

    /**
     * Sums all buckets except the current one, oldest first, with x relative to the start of the
     * current one.
     */
    private void closeOthers() {
        closed.clear();
        double bucketSeconds = bucketNanos / 1e9;
        for (int back = BUCKETS - 1; back > 0; back--) {
            closed.add(buckets[slot(current - back)], -back * bucketSeconds);
        }
    }

    private long oldestNanos() {
        for (int back = BUCKETS - 1; back >= 0; back--) {
            int slot = slot(current - back);
            if (!buckets[slot].isEmpty()) {
                return firstNanos[slot];
            }
        }
        return lastNanos;
    }

    private double secondsInBucket(long timestampNanos) {
        return Math.floorMod(timestampNanos, bucketNanos) / 1e9;
    }

    private static int slot(long bucket) {
        return Math.floorMod(bucket, BUCKETS);
    }

    @Override
    public double value() {
        return value;
    }

    @Override
    public int estimatedBytes() {
        return OWN_BYTES + (BUCKETS + 2) * LeastSquares.BYTES;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeBoolean(isKnown);
        out.writeLong(current);
        out.writeLong(lastNanos);
        out.writeDouble(last);
        TypeCode.write(baseType, out);
        out.writeLong(base);
        for (int slot = 0; slot < BUCKETS; slot++) {
            out.writeBoolean(!buckets[slot].isEmpty());
            if (!buckets[slot].isEmpty()) {
                out.writeLong(firstNanos[slot]);
                buckets[slot].write(out);
            }
        }
    }

    @Override
    public void read(DataInput in) throws IOException {
        isKnown = in.readBoolean();
        current = in.readLong();
        lastNanos = in.readLong();
        last = in.readDouble();
        baseType = TypeCode.read(in);
        base = in.readLong();
        for (int slot = 0; slot < BUCKETS; slot++) {
            buckets[slot].clear();
            if (in.readBoolean()) {
                firstNanos[slot] = in.readLong();
                buckets[slot].read(in);
            }
        }
        closeOthers();
    }
}
