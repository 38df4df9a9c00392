package io.weir.processing.suppress;

/**
 * A value is like the reference value if it has the same type and differs by no more than the band.
 * The band is the wider of a fixed width and a share of the reference value. Text and booleans are
 * alike if they are spelled alike.
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
     * @param share share of the magnitude of the reference value, zero or more, below 1
     */
    public Deadband {
        if (!(absolute >= 0 && absolute <= Double.MAX_VALUE && share >= 0 && share < 1)) {
            throw new IllegalArgumentException("deadband must be finite, with a share from 0 to below 1; was absolute "
                    + absolute + ", share " + share);
        }
    }

    @Override
    public boolean isLike(Value reference, Value value) {
        if (reference.type() != value.type()) {
            return false;
        }
        return switch (reference.type()) {
            case FLOAT -> isWithin(reference.number(), value.number());
            case INTEGER -> isSignedWithin(reference.integer(), value.integer());
            case UNSIGNED -> isUnsignedWithin(reference.integer(), value.integer());
            default -> reference.isSpelledLike(value);
        };
    }

    private boolean isWithin(double reference, double value) {
        double band = Math.max(absolute, roundedDown(Math.abs(reference)));
        double larger = Math.max(reference, value);
        double smaller = Math.min(reference, value);
        double distance = larger - smaller;
        return distance < band || (distance == band && !isRoundedDown(larger, smaller, distance));
    }

    private boolean isSignedWithin(long reference, long value) {
        // As unsigned numbers, neither the difference of two signed ones nor the magnitude of the
        // smallest overflows.
        return isWithin(
                value > reference ? value - reference : reference - value, reference < 0 ? -reference : reference);
    }

    private boolean isUnsignedWithin(long reference, long value) {
        return isWithin(Long.compareUnsigned(value, reference) > 0 ? value - reference : reference - value, reference);
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
