package io.weir.contract.line;

/**
 * Writes doubles as {@link Double#toString} does: the shortest decimal that is nearer to this
 * double than to any other. For usual magnitudes it allocates nothing and computes all digits in
 * 64-bit integers.
 *
 * <p>A double of such a magnitude is a whole number and a fraction of 2^k. Its decimals are the
 * carries when the fraction is multiplied by ten again and again, until the rest is nearer to zero
 * or one than half the distance to the next double (Steele and White 1990).
 */
public final class Decimals {
    /** The most bytes that {@link #write} needs. */
    public static final int MAX_LENGTH = 25;

    /** Below this, ten times a fraction would not fit 64 bits. */
    private static final double LEAST = 0x1p-7;

    /** From here on, {@link Double#toString} writes an exponent. */
    private static final double LIMIT = 1e7;

    private static final int MANTISSA_BITS = 52;
    private static final long IMPLICIT_BIT = 1L << MANTISSA_BITS;

    /** From here on, {@link #plain} writes whole numbers with an exponent, too. */
    private static final double PLAIN_LIMIT = 1e15;

    private Decimals() {}

    /** A number in the usual notation: 97 rather than 97.0. */
    public static String plain(double number) {
        boolean isWhole = number == Math.rint(number) && Math.abs(number) < PLAIN_LIMIT;
        return isWhole ? Long.toString((long) number) : Double.toString(number);
    }

    /** Writes a finite {@code value} at {@code at} and returns the index after it. */
    public static int write(byte[] to, int at, double value) {
        double magnitude = Math.abs(value);
        if (magnitude >= LEAST && magnitude < LIMIT) {
            int from = at;
            if (value < 0) {
                to[from++] = '-';
            }
            return writePlain(to, from, magnitude);
        }
        String text = Double.toString(value);
        for (int i = 0; i < text.length(); i++) {
            to[at + i] = (byte) text.charAt(i);
        }
        return at + text.length();
    }

    private static int writePlain(byte[] to, int from, double value) {
        long mantissa = (Double.doubleToRawLongBits(value) & (IMPLICIT_BIT - 1)) | IMPLICIT_BIT;
        // Doubled, so that half the distance to the next double is 1.
        long twice = mantissa << 1;
        int shift = MANTISSA_BITS + 1 - Math.getExponent(value);
        long one = 1L << shift;
        int at = Integers.write(to, from, twice >>> shift);
        to[at++] = '.';
        long rest = twice & (one - 1);
        long tolerance = 1;
        while (true) {
            rest *= 10;
            tolerance *= 10;
            int digit = (int) (rest >>> shift);
            rest &= one - 1;
            boolean mayStay = rest < tolerance;
            boolean mayGoUp = rest > one - tolerance;
            if (mayStay || mayGoUp) {
                boolean goesUp = mayGoUp && (!mayStay || isNearerToOne(rest, one, digit));
                to[at++] = (byte) ('0' + (goesUp ? digit + 1 : digit));
                return at;
            }
            to[at++] = (byte) ('0' + digit);
        }
    }

    /** A tie goes to the even digit. */
    private static boolean isNearerToOne(long rest, long one, int digit) {
        long half = one >>> 1;
        return rest > half || (rest == half && (digit & 1) != 0);
    }
}
