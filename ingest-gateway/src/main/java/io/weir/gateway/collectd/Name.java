package io.weir.gateway.collectd;

/**
 * A name out of a packet, as line protocol spells it; reusable.
 *
 * <p>A backslash at its end is left out, since line protocol has no spelling for it. Not thread-safe.
 */
final class Name {
    /** collectd itself takes 127 bytes; more would let a small packet become a flood of lines. */
    private static final int MAX_LENGTH = 255;

    private static final boolean[] IN_MEASUREMENT = escaped(", ");
    private static final boolean[] IN_TAG = escaped(",= ");

    private final boolean[] escaped;
    private final byte[] spelled = new byte[2 * MAX_LENGTH];
    private int length;

    private Name(boolean[] escaped) {
        this.escaped = escaped;
    }

    static Name ofMeasurement() {
        return new Name(IN_MEASUREMENT);
    }

    static Name ofTag() {
        return new Name(IN_TAG);
    }

    private static boolean[] escaped(String characters) {
        boolean[] escaped = new boolean[128];
        characters.chars().forEach(c -> escaped[c] = true);
        return escaped;
    }

    /** Takes the bytes between the indexes; false, and empty, if it can be no name. */
    boolean set(byte[] bytes, int from, int to) {
        length = 0;
        if (to - from > MAX_LENGTH || isComment(bytes, from, to)) {
            return false;
        }
        int end = 0;
        for (int at = from; at < to; at++) {
            byte b = bytes[at];
            if (b >= 0 && b < ' ') {
                return false;
            }
            if (b > 0 && escaped[b]) {
                spelled[end++] = '\\';
            }
            spelled[end++] = b;
        }
        while (end > 0 && spelled[end - 1] == '\\') {
            end--;
        }
        length = end;
        return true;
    }

    /** A line that begins so would be passed over. */
    private boolean isComment(byte[] bytes, int from, int to) {
        return escaped == IN_MEASUREMENT && from < to && bytes[from] == '#';
    }

    void clear() {
        length = 0;
    }

    boolean isEmpty() {
        return length == 0;
    }

    /** Shared; valid up to {@link #length} and until the next {@link #set}. */
    byte[] spelled() {
        return spelled;
    }

    int length() {
        return length;
    }
}
