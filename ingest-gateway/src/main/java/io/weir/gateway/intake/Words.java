package io.weir.gateway.intake;

/** The words of a message, which are separated by blanks. */
public final class Words {
    private Words() {}

    /** The index of the next byte that is not a blank. */
    public static int start(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && isBlank(bytes[at])) {
            at++;
        }
        return at;
    }

    /** The index after the word at {@code from}. */
    public static int end(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && !isBlank(bytes[at])) {
            at++;
        }
        return at;
    }

    /** The index of the next newline, or {@code to}. */
    public static int lineEnd(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] != '\n') {
            at++;
        }
        return at;
    }

    /** Whether the byte separates words. */
    public static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\r';
    }
}
