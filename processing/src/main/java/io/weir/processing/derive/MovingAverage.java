package io.weir.processing.derive;

import io.weir.contract.line.FieldType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The exponentially weighted mean and variance of a field. Each value moves the mean by the share of
 * its distance that the time since the value before it has lost in weight: half of it after a
 * half-life. The variance is that of a sample, with these weights. There is no result until the
 * values span a half-life. Values are floats: integers beyond 2^53 are rounded. Values too large to
 * compute with begin anew.
 *
 * <p>The last value is not in the mean until a later one arrives, because another with the same
 * timestamp replaces it.
 *
 * @see <a href="https://fanf2.user.srcf.net/hermes/doc/antiforgery/stats.pdf">Finch, Incremental
 *     calculation of weighted mean and variance (2009)</a>
 */
public final class MovingAverage implements History {

    /** One minus the sum of the squared weights of eight equal values. */
    private static final double ENOUGH = 1 - 1.0 / 8;

    private static final double LN_2 = StrictMath.log(2);

    private final long halfLifeNanos;
    private final boolean isScore;

    private boolean isKnown;
    private long firstNanos;
    private long lastNanos;
    private double last;

    /** Whether there are values before the last one; then those that follow describe them. */
    private boolean hasBefore;

    private long beforeNanos;
    private double mean;

    /** The mean of the squared distances from the mean. */
    private double variance;

    /**
     * One minus the sum of the squared weights: the part of the true variance that {@link #variance}
     * is expected to be. Small if few values have nearly all weight.
     */
    private double expected;

    private double value;

    /**
     * Creates a history without values.
     *
     * @param isScore whether the result is the distance of a value from the mean of those before it,
     *     in standard deviations, once they weigh as much as eight equal ones; otherwise it is the
     *     mean that includes the value
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
        boolean isEarly = !hasBefore || timestampNanos - firstNanos < halfLifeNanos || (isScore && expected < ENOUGH);
        return isEarly ? Outcome.TOO_EARLY : derive();
    }

    private void addLast() {
        if (hasBefore) {
            double weight = weight(lastNanos);
            double rest = rest(lastNanos);
            double distance = last - mean;
            mean += weight * distance;
            variance = rest * (variance + weight * distance * distance);
            expected = rest * (2 * weight + rest * expected);
        }
        if (!hasBefore || !Double.isFinite(mean) || !Double.isFinite(variance)) {
            hasBefore = true;
            firstNanos = lastNanos;
            mean = last;
            variance = 0;
            expected = 0;
        }
        beforeNanos = lastNanos;
    }

    /** The weight of a value at this time, next to all earlier ones together. */
    private double weight(long nanos) {
        return -StrictMath.expm1(-LN_2 * (nanos - beforeNanos) / halfLifeNanos);
    }

    /** One minus {@link #weight}, also where that is nearly one. */
    private double rest(long nanos) {
        return StrictMath.exp(-LN_2 * (nanos - beforeNanos) / halfLifeNanos);
    }

    private Outcome derive() {
        double distance = last - mean;
        if (!isScore) {
            value = mean + weight(lastNanos) * distance;
        } else if (distance == 0) {
            value = 0;
        } else {
            value = distance / Math.sqrt(variance / expected);
        }
        return Double.isFinite(value) ? Outcome.DERIVED : Outcome.UNDEFINED;
    }

    @Override
    public double value() {
        return value;
    }

    @Override
    public int estimatedBytes() {
        return 104;
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
            out.writeDouble(expected);
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
            expected = in.readDouble();
        }
    }
}
