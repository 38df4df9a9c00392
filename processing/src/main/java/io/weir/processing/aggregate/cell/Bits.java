package io.weir.processing.aggregate.cell;

/** Arithmetic of numbers by their 64 bits: those of a long or, if not an integer, of a double. */
public final class Bits {

    private static final double UNSIGNED_RANGE = 0x1p64;

    private Bits() {}

    public static double toDouble(long bits, boolean isInteger) {
        return isInteger ? (double) bits : Double.longBitsToDouble(bits);
    }

    /** The bits of the double nearest to an integer. */
    static long toFloat(long integer) {
        return Double.doubleToRawLongBits((double) integer);
    }

    /** An integer minus the double nearest to it, exactly. */
    static double roundingError(long integer) {
        double nearest = (double) integer;
        // The cast of 2^63, to which large integers are rounded, gives 2^63 - 1.
        return nearest == 0x1p63 ? integer - Long.MAX_VALUE - 1.0 : integer - (long) nearest;
    }

    static boolean isLess(long bits, long than, boolean isInteger) {
        return isInteger ? bits < than : Double.longBitsToDouble(bits) < Double.longBitsToDouble(than);
    }

    /** The difference of two numbers of the same type; that of integers is exact before rounding. */
    static double minus(long bits, long subtrahend, boolean isInteger) {
        if (!isInteger) {
            return Double.longBitsToDouble(bits) - Double.longBitsToDouble(subtrahend);
        }
        long difference = bits - subtrahend;
        boolean hasOverflown = ((bits ^ subtrahend) & (bits ^ difference)) < 0;
        double rounded = (double) difference;
        return hasOverflown ? rounded - Math.copySign(UNSIGNED_RANGE, rounded) : rounded;
    }
}
