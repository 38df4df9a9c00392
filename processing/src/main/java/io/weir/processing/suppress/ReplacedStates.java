package io.weir.processing.suppress;

import java.util.ArrayList;
import java.util.List;

/**
 * The replaced states of series that held values back when the current record, a state marker,
 * changed their plans. Suppression releases these values. Not thread-safe.
 */
public final class ReplacedStates<S extends FilterState> {

    private final List<Replaced<S>> states = new ArrayList<>();

    /** The earlier state of the series in a slot. */
    public record Replaced<S>(int slot, S state) {}

    /** Adds a state that is about to be replaced, if it holds values back. */
    public void add(int slot, S before) {
        if (before.releasesAtLogTime() != FieldFilter.NEVER) {
            states.add(new Replaced<>(slot, before));
        }
    }

    /** Returns and removes all states. */
    public List<Replaced<S>> take() {
        if (states.isEmpty()) {
            return List.of();
        }
        List<Replaced<S>> taken = List.copyOf(states);
        states.clear();
        return taken;
    }
}
