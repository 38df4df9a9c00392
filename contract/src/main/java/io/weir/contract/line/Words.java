package io.weir.contract.line;

/** The values that are words: the booleans, and NaN and the infinities. */
final class Words {
    private Words() {}

    /** {@code t T true True TRUE}. */
    static boolean isTrue(byte[] bytes, int from, int to) {
        return isLetter(bytes, from, to, 't') || isSpelt(bytes, from, to, "true");
    }

    /** {@code f F false False FALSE}. */
    static boolean isFalse(byte[] bytes, int from, int to) {
        return isLetter(bytes, from, to, 'f') || isSpelt(bytes, from, to, "false");
    }

    /** {@code NaN}, {@code Inf}, {@code Infinity}, in any case and with any sign. */
    static boolean isNotFinite(byte[] bytes, int from, int to) {
        boolean signed = from < to && (bytes[from] == '-' || bytes[from] == '+');
        int start = signed ? from + 1 : from;
        return equalsIgnoreCase(bytes, start, to, "nan")
                || equalsIgnoreCase(bytes, start, to, "inf")
                || equalsIgnoreCase(bytes, start, to, "infinity");
    }

    private static boolean isLetter(byte[] bytes, int from, int to, char lower) {
        return to - from == 1 && (bytes[from] | 0x20) == lower;
    }

    /** All lower case, all upper case, or only the first letter upper case. */
    private static boolean isSpelt(byte[] bytes, int from, int to, String lower) {
        if (!equalsIgnoreCase(bytes, from, to, lower)) {
            return false;
        }
        for (int at = from + 2; at < to; at++) {
            if (isUpper(bytes[at]) != isUpper(bytes[from + 1])) {
                return false;
            }
        }
        return isUpper(bytes[from]) || !isUpper(bytes[from + 1]);
    }

    private static boolean equalsIgnoreCase(byte[] bytes, int from, int to, String lower) {
        if (to - from != lower.length()) {
            return false;
        }
        for (int i = 0; i < lower.length(); i++) {
            if ((bytes[from + i] | 0x20) != lower.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isUpper(byte letter) {
        return (letter & 0x20) == 0;
    }
}
