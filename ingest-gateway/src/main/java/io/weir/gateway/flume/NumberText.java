package io.weir.gateway.flume;

/** Tells what a text spells: C++ and Java write numbers as line protocol wants them, but for those that are not finite. */
final class NumberText {
    private static final String[] NOT_FINITE = {"nan", "inf", "infinity"};

    private NumberText() {}

    /** {@code -12}. */
    static boolean isInteger(byte[] text, int from, int to) {
        int start = from < to && text[from] == '-' ? from + 1 : from;
        return start < to && digitsEnd(text, start, to) == to;
    }

    /** {@code 12}, {@code -1.5}, {@code 1e+30}. */
    static boolean isNumber(byte[] text, int from, int to) {
        int start = from < to && text[from] == '-' ? from + 1 : from;
        int at = digitsEnd(text, start, to);
        int digits = at - start;
        if (at < to && text[at] == '.') {
            int fraction = at + 1;
            at = digitsEnd(text, fraction, to);
            digits += at - fraction;
        }
        if (digits == 0) {
            return false;
        }
        return at == to || ((text[at] == 'e' || text[at] == 'E') && isExponent(text, at + 1, to));
    }

    /** {@code nan}, {@code -inf}, {@code Infinity}. */
    static boolean isNotFinite(byte[] text, int from, int to) {
        int start = from < to && (text[from] == '-' || text[from] == '+') ? from + 1 : from;
        for (String word : NOT_FINITE) {
            if (isWord(text, start, to, word)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWord(byte[] text, int from, int to, String lower) {
        if (to - from != lower.length()) {
            return false;
        }
        for (int i = 0; i < lower.length(); i++) {
            if ((text[from + i] | 0x20) != lower.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isExponent(byte[] text, int from, int to) {
        int start = from < to && (text[from] == '-' || text[from] == '+') ? from + 1 : from;
        return start < to && digitsEnd(text, start, to) == to;
    }

    private static int digitsEnd(byte[] text, int from, int to) {
        int at = from;
        while (at < to && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        return at;
    }
}
