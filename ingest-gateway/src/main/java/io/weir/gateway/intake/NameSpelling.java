package io.weir.gateway.intake;

/**
 * How line protocol spells a name in each place of a line. Backslashes at a name's end are left out: there is no spelling for them, and
 * {@code C:} is better than nothing. Whether the name is UTF-8 is not asked here. Immutable.
 */
public final class NameSpelling {
    /** A line's first; one that begins like a comment would be passed over. */
    public static final NameSpelling MEASUREMENT = new NameSpelling(", ", "#\t");
    /** A tag's key or value. */
    public static final NameSpelling TAG = new NameSpelling(",= ", "");
    /** A field's key. */
    public static final NameSpelling FIELD = new NameSpelling(",= ", "\t");

    private final boolean[] escaped;
    /** Readers skip blanks before sections, and what else C programs leave there. */
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
     * Writes the name between the indexes, up to twice as long, to {@code target}.
     *
     * @return the index behind it, {@code at} if nothing is left of it, or -1 if it cannot be spelled
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
                return -1; // The line would end, or be refused.
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
