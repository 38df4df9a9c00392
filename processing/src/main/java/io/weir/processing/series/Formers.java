package io.weir.processing.series;

import io.weir.processing.repeat.FieldMemory;
import java.util.ArrayList;
import java.util.List;

/** What series were before the current record changed their plans, while they held values back. Not thread-safe. */
public final class Formers {

    private final List<Former> formers = new ArrayList<>();

    /** What the series in a slot was. */
    public record Former(int slot, SeriesState state) {}

    /** The state that is about to be replaced. */
    void add(int slot, SeriesState before) {
        if (before.releasesAtLogTime() != FieldMemory.NEVER) {
            formers.add(new Former(slot, before));
        }
    }

    /** All of them, once. */
    public List<Former> take() {
        if (formers.isEmpty()) {
            return List.of();
        }
        List<Former> taken = List.copyOf(formers);
        formers.clear();
        return taken;
    }
}
