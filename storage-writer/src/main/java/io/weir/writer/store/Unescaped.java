package io.weir.writer.store;

/** Names and tags of canonical lines without the backslashes of line protocol. */
public final class Unescaped {

    private Unescaped() {}

    /** Copies the text at {@code [from, to)} to {@code target}, which has room; returns the end of the copy. */
    public static int copy(byte[] bytes, int from, int to, byte[] target, int targetStart) {
        int length = targetStart;
        for (int at = from; at < to; at++) {
            byte next = bytes[at];
            if (next == '\\' && at + 1 < to && isEscaped(bytes[at + 1])) {
                next = bytes[++at];
            }
            target[length++] = next;
        }
        return length;
    }

    /** Whether a backslash before this byte belongs to line protocol, not to the text. */
    public static boolean isEscaped(byte next) {
        return next == ',' || next == '=' || next == ' ';
    }
}
