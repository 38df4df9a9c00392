package io.weir.processing.suppress;

/**
 * A value is like the held one if it has the same type and differs by no more than the band. The
 * band is the wider of a fixed width and a share of the held value. Text and booleans are alike if
 * they are spelled alike.
 *
 * <p>The band is never exceeded, not even by a rounding error: integers are compared in all 64
 * bits, floats by the exact difference of the two doubles. A share that is not a double, or not a
 * whole number, is rounded down.
 */
public record Deadband(double absolute, double share) implements Likeness {

    private static final double TWO_TO_63 = 0x1p63;

    /** The bits that a double cannot hold if all 64 are used. */
    private static final long BEYOND_DOUBLE = (1L << 11) - 1;

    /**
     * @param absolute the fixed width, finite, zero or more
     * @param share share of the magnitude of the held value, zero or more, below 1
     */
    public Deadband {
        if (!(absolute >= 0 && absolute <= Double.MAX_VALUE && share >= 0 && share < 1)) {
            throw new IllegalArgumentException("no band: absolute " + absolute + " share " + share);
        }
    }

    @Override
    public boolean isLike(Value held, Value value) {
        if (held.type() != value.type()) {
            return false;
        }
        return switch (held.type()) {
            case FLOAT -> isWithin(held.number(), value.number());
            case INTEGER -> isSignedWithin(held.integer(), value.integer());
            case UNSIGNED -> isUnsignedWithin(held.integer(), value.integer());
            default -> held.isSpelledLike(value);
        };
    }

    private boolean isWithin(double held, double value) {
        double band = Math.max(absolute, roundedDown(Math.abs(held)));
        double larger = Math.max(held, value);
        double smaller = Math.min(held, value);
        double distance = larger - smaller;
        return distance < band || (distance == band && !isRoundedDown(larger, smaller, distance));
    }

    private boolean isSignedWithin(long held, long value) {
        // As unsigned numbers, neither the difference of two signed ones nor the magnitude of the
        // smallest overflows.
        return isWithin(value > held ? value - held : held - value, held < 0 ? -held : held);
    }

    private boolean isUnsignedWithin(long held, long value) {
        return isWithin(Long.compareUnsigned(value, held) > 0 ? value - held : held - value, held);
    }

    /** Both arguments are unsigned. */
    private boolean isWithin(long distance, long magnitude) {
        long exact = magnitude >>> 53 == 0 ? magnitude : magnitude & ~BEYOND_DOUBLE;
        double band = Math.max(absolute, roundedDown(toDouble(exact)));
        return band >= 2 * TWO_TO_63 || Long.compareUnsigned(distance, toUnsigned(band)) <= 0;
    }

    /** The share of a magnitude, rounded down to a double. */
    private double roundedDown(double magnitude) {
        double product = share * magnitude;
        return Math.fma(share, magnitude, -product) < 0 ? Math.nextDown(product) : product;
    }

    /** Whether a difference computed in doubles is less than the exact one (Knuth's two-sum). */
    private static boolean isRoundedDown(double larger, double smaller, double difference) {
        double part = difference - larger;
        return (larger - (difference - part)) - (smaller + part) > 0;
    }

    private static double toDouble(long unsigned) {
        return unsigned >= 0 ? unsigned : (unsigned >>> 1) * 2.0;
    }

    /** Truncates a number below 2^64 to a whole one. */
    private static long toUnsigned(double number) {
        return number < TWO_TO_63 ? (long) number : (long) (number - TWO_TO_63) + Long.MIN_VALUE;
    }
}
