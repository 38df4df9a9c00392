package io.weir.processing.series;

import io.weir.processing.suppress.FieldFilter;
import java.util.ArrayList;
import java.util.List;

/**
 * The replaced states of series that held values back when the current record, a state marker,
 * changed their plans. Suppression releases these values. Not thread-safe.
 */
public final class Formers {

    private final List<Former> formers = new ArrayList<>();

    /** The earlier state of the series in a slot. */
    public record Former(int slot, SeriesState state) {}

    /** Adds a state that is about to be replaced, if it holds values back. */
    void add(int slot, SeriesState before) {
        if (before.releasesAtLogTime() != FieldFilter.NEVER) {
            formers.add(new Former(slot, before));
        }
    }

    /** Returns and removes all states. */
    public List<Former> take() {
        if (formers.isEmpty()) {
            return List.of();
        }
        List<Former> taken = List.copyOf(formers);
        formers.clear();
        return taken;
    }
}
