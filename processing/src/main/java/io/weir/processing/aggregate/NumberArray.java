package io.weir.processing.aggregate;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** Reads an array of numbers, as senders spell it: in JSON. */
final class NumberArray {

    private static final int MOST_DIGITS = 15;

    private NumberArray() {}

    static final int NOT_AN_ARRAY = -1;

    /** Receives the numbers. */
    interface Receiver {

        /** Returns false if the number is wrong at this place. */
        boolean add(int place, double number);
    }

    /**
     * Passes the finite numbers between two positions on. Returns how many there are, or {@link
     * #NOT_AN_ARRAY} if they are no such array or one is wrong.
     */
    static int read(byte[] text, int from, int to, Receiver receiver) {
        int at = skipSpace(text, from, to);
        int end = to;
        while (end > at && text[end - 1] == ' ') {
            end--;
        }
        if (end - at < 2 || text[at] != '[' || text[end - 1] != ']') {
            return NOT_AN_ARRAY;
        }
        at = skipSpace(text, at + 1, --end);
        for (int place = 0; at < end || place > 0; place++) {
            int next = at;
            while (next < end && text[next] != ',') {
                next++;
            }
            double number = number(text, at, next);
            if (!Double.isFinite(number) || !receiver.add(place, number)) {
                return NOT_AN_ARRAY;
            }
            if (next == end) {
                return place + 1;
            }
            at = skipSpace(text, next + 1, end);
        }
        return 0;
    }

    private static int skipSpace(byte[] text, int from, int to) {
        int at = from;
        while (at < to && text[at] == ' ') {
            at++;
        }
        return at;
    }

    /** NaN if the text is not a number. */
    private static double number(byte[] text, int from, int to) {
        int end = to;
        while (end > from && text[end - 1] == ' ') {
            end--;
        }
        long digits = 0;
        boolean isWhole = end > from && end - from <= MOST_DIGITS;
        for (int i = from; isWhole && i < end; i++) {
            isWhole = text[i] >= '0' && text[i] <= '9';
            digits = digits * 10 + text[i] - '0';
        }
        return isWhole ? digits : fraction(new String(text, from, end - from, US_ASCII));
    }

    private static double fraction(String text) {
        for (int i = 0; i < text.length(); i++) {
            if ("0123456789.eE+-".indexOf(text.charAt(i)) < 0) {
                return Double.NaN;
            }
        }
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
