package io.weir.processing.derive;

import io.weir.contract.line.FieldType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The exponentially weighted mean and variance of a field. A value's weight grows with the time
 * since the value before it, and halves with each half-life after it. There is no result until the
 * values span a half-life. Values are floats: integers beyond 2^53 are rounded.
 *
 * <p>The last value is not in the mean until a later one arrives, because another with the same
 * timestamp replaces it.
 *
 * @see <a href="https://fanf2.user.srcf.net/hermes/doc/antiforgery/stats.pdf">Finch, Incremental
 *     calculation of weighted mean and variance (2009)</a>
 */
public final class MovingAverage implements History {

    private static final double LN_2 = StrictMath.log(2);

    private final long halfLifeNanos;
    private final boolean isScore;

    private boolean isKnown;
    private long firstNanos;
    private long lastNanos;
    private double last;

    /** Mean and variance of the values before the last one, of which the latest was at this time. */
    private boolean hasBefore;

    private long beforeNanos;
    private double mean;
    private double variance;

    private double value;

    /**
     * Creates a history without values.
     *
     * @param isScore whether the result is the distance of a value from the mean of those before it,
     *     in standard deviations; otherwise it is the mean that includes the value
     */
    public MovingAverage(long halfLifeNanos, boolean isScore) {
        this.halfLifeNanos = halfLifeNanos;
        this.isScore = isScore;
    }

    @Override
    public Outcome next(long timestampNanos, FieldType type, long bits) {
        if (isKnown && timestampNanos < lastNanos) {
            return Outcome.OUT_OF_ORDER;
        }
        if (!isKnown) {
            firstNanos = timestampNanos;
        } else if (timestampNanos > lastNanos) {
            addLast();
        }
        isKnown = true;
        lastNanos = timestampNanos;
        last = Numbers.toDouble(type, bits);
        boolean isEarly = !hasBefore || timestampNanos - firstNanos < halfLifeNanos;
        return isEarly ? Outcome.TOO_EARLY : derive();
    }

    private void addLast() {
        if (hasBefore) {
            double weight = weight(lastNanos);
            double distance = last - mean;
            mean += weight * distance;
            variance = (1 - weight) * (variance + weight * distance * distance);
        } else {
            hasBefore = true;
            mean = last;
            variance = 0;
        }
        beforeNanos = lastNanos;
    }

    /** The weight of a value at this time, next to all earlier ones together. */
    private double weight(long nanos) {
        return -StrictMath.expm1(-LN_2 * (nanos - beforeNanos) / halfLifeNanos);
    }

    private Outcome derive() {
        double distance = last - mean;
        if (!isScore) {
            value = mean + weight(lastNanos) * distance;
        } else if (distance == 0) {
            value = 0;
        } else {
            value = distance / Math.sqrt(variance);
        }
        return Double.isFinite(value) ? Outcome.DERIVED : Outcome.UNDEFINED;
    }

    @Override
    public double value() {
        return value;
    }

    @Override
    public int estimatedBytes() {
        return 96;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeBoolean(isKnown);
        out.writeLong(firstNanos);
        out.writeLong(lastNanos);
        out.writeDouble(last);
        out.writeBoolean(hasBefore);
        if (hasBefore) {
            out.writeLong(beforeNanos);
            out.writeDouble(mean);
            out.writeDouble(variance);
        }
    }

    @Override
    public void read(DataInput in) throws IOException {
        isKnown = in.readBoolean();
        firstNanos = in.readLong();
        lastNanos = in.readLong();
        last = in.readDouble();
        hasBefore = in.readBoolean();
        if (hasBefore) {
            beforeNanos = in.readLong();
            mean = in.readDouble();
            variance = in.readDouble();
        }
    }
}
