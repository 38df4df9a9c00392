package io.weir.standalone.top;

import java.util.List;
import java.util.Optional;

/**
 * The place in a list. It keeps its entry, not its line, when entries come and go.
 *
 * @param line the selected entry counts from 0; -1 for none
 * @param entry the selected entry; empty to stay on the line
 */
record Cursor(int line, Optional<String> entry) {
    /** The first line, whatever entry is there: an operator who chose none sees the most urgent. */
    static final Cursor TOP = new Cursor(0, Optional.empty());
    /** For output that no user works with. */
    static final Cursor NONE = new Cursor(-1, Optional.empty());

    /** The cursor so many entries further, or at an end of the list. */
    Cursor moved(int by, List<String> entries) {
        return at(line + by, entries);
    }

    /** The cursor in a list that has changed. If its entry is gone, the one that took its line is selected. */
    Cursor in(List<String> entries) {
        if (entry.isEmpty() || entries.isEmpty()) {
            return this;
        }
        int found = entries.indexOf(entry.get());
        return found < 0 ? at(line, entries) : new Cursor(found, entry);
    }

    private static Cursor at(int line, List<String> entries) {
        if (entries.isEmpty()) {
            return TOP;
        }
        int there = Math.max(0, Math.min(line, entries.size() - 1));
        return new Cursor(there, Optional.of(entries.get(there)));
    }
}
