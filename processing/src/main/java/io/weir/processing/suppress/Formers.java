package io.weir.processing.suppress;

import java.util.ArrayList;
import java.util.List;

/**
 * The replaced states of series that held values back when the current record, a state marker,
 * changed their plans. Suppression releases these values. Not thread-safe.
 */
public final class Formers<S extends FilterState> {

    private final List<Former<S>> formers = new ArrayList<>();

    /** The earlier state of the series in a slot. */
    public record Former<S>(int slot, S state) {}

    /** Adds a state that is about to be replaced, if it holds values back. */
    public void add(int slot, S before) {
        if (before.releasesAtLogTime() != FieldFilter.NEVER) {
            formers.add(new Former<>(slot, before));
        }
    }

    /** Returns and removes all states. */
    public List<Former<S>> take() {
        if (formers.isEmpty()) {
            return List.of();
        }
        List<Former<S>> taken = List.copyOf(formers);
        formers.clear();
        return taken;
    }
}
