package io.weir.processing.repeat;

/**
 * A value is like the one held if it is of the same type and no further from it than the band: the wider one of a fixed width
 * and of a share of what is held. Text and booleans are alike if they are spelled alike.
 *
 * <p>The band is never exceeded, not by a rounding error either: integers are compared as such to the last of 64 bits, floats
 * by the exact difference of the two doubles. Where a share is no double, or no whole number, it is rounded down.
 */
public record Deadband(double absolute, double share) implements Likeness {

    private static final double TWO_TO_63 = 0x1p63;

    /** Bits that a double has no room for if all 64 are used. */
    private static final long BEYOND_DOUBLE = (1L << 11) - 1;

    /**
     * @param absolute the fixed width, finite, zero or more
     * @param share of the magnitude of the value held, zero or more, below 1
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
        // As unsigned numbers, the differences of signed ones do not overflow, nor does the magnitude of the smallest.
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

    /** The share of a magnitude, or the double just below it where it is none. */
    private double roundedDown(double magnitude) {
        double product = share * magnitude;
        return Math.fma(share, magnitude, -product) < 0 ? Math.nextDown(product) : product;
    }

    /** Is a difference that was computed in doubles less than the exact one? (Knuth's two-sum: what rounding took away.) */
    private static boolean isRoundedDown(double larger, double smaller, double difference) {
        double part = difference - larger;
        return (larger - (difference - part)) - (smaller + part) > 0;
    }

    private static double toDouble(long unsigned) {
        return unsigned >= 0 ? unsigned : (unsigned >>> 1) * 2.0;
    }

    /** Of a number below 2^64, cut off to a whole one. */
    private static long toUnsigned(double number) {
        return number < TWO_TO_63 ? (long) number : (long) (number - TWO_TO_63) + Long.MIN_VALUE;
    }
}
