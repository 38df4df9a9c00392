package io.weir.processing.series;

import io.weir.processing.aggregate.Windows;
import io.weir.processing.suppress.FieldFilter;

/**
 * For each slot, when its first open window closes and when its first held-back value is due. Times
 * are nanoseconds of log time. Not thread-safe.
 */
public final class SlotDues {

    private final SlotTimes windows = new SlotTimes();
    private final SlotTimes releases = new SlotTimes();

    /** Updates all due times after the state in {@code slot} was replaced. */
    void note(int slot, SeriesState state) {
        noteWindows(slot, state.closesAtLogTime());
        noteReleases(slot, state);
    }

    /**
     * Sets when the first open window of {@code slot} closes, or {@link Windows#NEVER}. Call after
     * its windows changed.
     */
    public void noteWindows(int slot, long closesAt) {
        windows.set(slot, closesAt);
    }

    /** When the first open window of {@code slot} closes, or {@link Windows#NEVER}. */
    public long closesAt(int slot) {
        return windows.get(slot);
    }

    /**
     * Updates the due time of releases. Call after a value of {@code slot} may have been held back.
     */
    public void noteReleases(int slot, SeriesState state) {
        releases.set(slot, state.releasesAtLogTime());
    }

    /** When the first held-back value of {@code slot} is due, or {@link FieldFilter#NEVER}. */
    public long releasesAt(int slot) {
        return releases.get(slot);
    }

    void clear(int slot) {
        windows.clear(slot);
        releases.clear(slot);
    }
}
