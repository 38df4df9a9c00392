package io.weir.processing.derive;

import io.weir.contract.line.FieldType;

/** Arithmetic of values by their 64 bits, exact where doubles are not. */
final class Numbers {
    private static final double NANOS_PER_SECOND = 1e9;

    private Numbers() {}

    /** The double nearest to a number. */
    static double toDouble(FieldType type, long bits) {
        return switch (type) {
            case FLOAT -> Double.longBitsToDouble(bits);
            case UNSIGNED -> unsigned(bits);
            default -> (double) bits;
        };
    }

    /** The double nearest to 64 bits read as an unsigned integer. */
    static double unsigned(long bits) {
        // Halving makes it fit a long. The lost bit is kept as a sticky bit, so that the conversion
        // rounds as if the bit were there.
        return bits >= 0 ? (double) bits : ((bits >>> 1) | (bits & 1)) * 2.0;
    }

    /**
     * The seconds between two timestamps, the second not earlier than the first; correct for any
     * such two.
     */
    static double seconds(long fromNanos, long toNanos) {
        return unsigned(toNanos - fromNanos) / NANOS_PER_SECOND;
    }

    /** Whether the first number is smaller than the second of the same type. */
    static boolean isLess(FieldType type, long bits, long thanBits) {
        return switch (type) {
            case FLOAT -> Double.longBitsToDouble(bits) < Double.longBitsToDouble(thanBits);
            case UNSIGNED -> Long.compareUnsigned(bits, thanBits) < 0;
            default -> bits < thanBits;
        };
    }

    /**
     * The first number minus the second, of the same type and not larger. Computed in 64 bits, then
     * rounded once.
     */
    static double minus(FieldType type, long bits, long smallerBits) {
        return type == FieldType.FLOAT
                ? Double.longBitsToDouble(bits) - Double.longBitsToDouble(smallerBits)
                // The difference is below 2^64 whatever the signs, so it is correct as an unsigned
                // number.
                : unsigned(bits - smallerBits);
    }

    /** The first number minus the second, of the same type. Rounded once. */
    static double difference(FieldType type, long bits, long otherBits) {
        return isLess(type, bits, otherBits) ? -minus(type, otherBits, bits) : minus(type, bits, otherBits);
    }
}
