package io.weir.contract.config;

import org.jspecify.annotations.Nullable;

/**
 * The place of a value: in a file, or an environment variable. Its path is built only for a
 * message.
 */
final class Place {
    private static final int NO_INDEX = -1;

    private final String file;
    private final int line;
    private final @Nullable Place parent;
    private final String key;
    private final int index;

    private Place(String file, int line, @Nullable Place parent, String key, int index) {
        this.file = file;
        this.line = line;
        this.parent = parent;
        this.key = key;
        this.index = index;
    }

    /** A whole document, or a line of it. */
    static Place of(String file, int line) {
        return new Place(file, line, null, "", NO_INDEX);
    }

    static Place variable(String name) {
        return new Place("environment", 0, null, name, NO_INDEX);
    }

    Place key(String name, int keyLine) {
        return new Place(file, keyLine, this, name, NO_INDEX);
    }

    Place item(int at, int itemLine) {
        return new Place(file, itemLine, this, "", at);
    }

    /** The same place in another line. */
    Place at(int otherLine) {
        return new Place(file, otherLine, parent, key, index);
    }

    String file() {
        return file;
    }

    int line() {
        return line;
    }

    Mistake mistake(String wrong, String meant) {
        return new Mistake(file, line, path(), wrong, meant);
    }

    /** A value's own refusal, as a mistake at the place of the value. */
    Mistake mistake(Refusal refusal) {
        Place part = refusal.key().isEmpty() ? this : key(refusal.key(), line);
        return part.mistake(refusal.wrong(), refusal.meant());
    }

    /** A path such as {@code alarms[0].major.above}; empty for a whole document. */
    private String path() {
        String before = parent == null ? "" : parent.path();
        if (index != NO_INDEX) {
            return before + "[" + index + "]";
        }
        String shown = Refusal.oneLine(key);
        return before.isEmpty() || shown.isEmpty() ? before + shown : before + "." + shown;
    }
}
