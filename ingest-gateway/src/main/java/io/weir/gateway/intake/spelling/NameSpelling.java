package io.weir.gateway.intake.spelling;

/**
 * Escaping of a name by its place in a line. Trailing backslashes are removed because line protocol
 * cannot escape them; {@code C:} is better than nothing. Does not check for UTF-8. Immutable.
 */
public final class NameSpelling {
    /** The measurement. Rejects a first character that would turn the line into a comment. */
    public static final NameSpelling MEASUREMENT = new NameSpelling(", ", "#\t");
    /** A tag key or tag value. */
    public static final NameSpelling TAG = new NameSpelling(",= ", "");
    /** A field key. */
    public static final NameSpelling FIELD = new NameSpelling(",= ", "\t");

    private final boolean[] escaped;
    /** Characters that must not be first, because readers skip them before a section. */
    private final boolean[] notFirst;

    private NameSpelling(String escaped, String notFirst) {
        this.escaped = table(escaped);
        this.notFirst = table(notFirst);
    }

    private static boolean[] table(String characters) {
        boolean[] table = new boolean[128];
        characters.chars().forEach(c -> table[c] = true);
        return table;
    }

    /**
     * Writes the escaped name to {@code target}; it may be twice as long.
     *
     * @return the index after the name, {@code at} if nothing is left of it, or -1 if line protocol
     *     cannot express it
     */
    public int write(byte[] name, int from, int to, byte[] target, int at) {
        int last = to;
        while (last > from && name[last - 1] == '\\') {
            last--;
        }
        if (last > from && is(notFirst, name[from])) {
            return -1;
        }
        int end = at;
        for (int i = from; i < last; i++) {
            byte b = name[i];
            if (b == '\n' || b == '\r' || b == 0) {
                return -1; // Would end the line, or is invalid.
            }
            if (is(escaped, b)) {
                target[end++] = '\\';
            }
            target[end++] = b;
        }
        return end;
    }

    private static boolean is(boolean[] table, byte b) {
        return b >= 0 && table[b];
    }
}
