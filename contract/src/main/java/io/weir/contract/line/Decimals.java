package io.weir.contract.line;

/**
 * Writes doubles as {@link Double#toString} spells them, without garbage where they have at most six decimals.
 *
 * <p>Such a number is a whole number of millionths, divided by a million. Both are exact in a double, so their quotient is the
 * double nearest to the decimal; and of decimals with so few digits only one is nearest to a double, so it is the shortest.
 */
public final class Decimals {
    /** As many bytes as {@link #write} may need. */
    public static final int MAX_LENGTH = 25;

    private static final double MILLION = 1e6;
    private static final int PLACES = 6;

    /** What {@link Double#toString} spells without an exponent. */
    private static final double LEAST_PLAIN = 1e-3;

    private static final double LIMIT_PLAIN = 1e7;

    private Decimals() {}

    /** Writes a finite {@code value} at {@code at} and returns the index behind it. */
    public static int write(byte[] to, int at, double value) {
        double magnitude = Math.abs(value);
        if (magnitude >= LEAST_PLAIN && magnitude < LIMIT_PLAIN) {
            long millionths = (long) Math.rint(magnitude * MILLION);
            if (millionths / MILLION == magnitude) {
                int from = at;
                if (value < 0) {
                    to[from++] = '-';
                }
                return writeMillionths(to, from, millionths);
            }
        }
        String text = Double.toString(value);
        for (int i = 0; i < text.length(); i++) {
            to[at + i] = (byte) text.charAt(i);
        }
        return at + text.length();
    }

    private static int writeMillionths(byte[] to, int at, long millionths) {
        long whole = millionths / (long) MILLION;
        long rest = millionths - whole * (long) MILLION;
        int point = Integers.write(to, at, whole);
        to[point] = '.';
        int end = point + 1;
        for (int place = point + PLACES; place > point; place--) {
            long tenth = rest / 10;
            long digit = rest - tenth * 10;
            to[place] = (byte) ('0' + digit);
            if (digit != 0 && end == point + 1) {
                end = place;
            }
            rest = tenth;
        }
        return end + 1;
    }
}
