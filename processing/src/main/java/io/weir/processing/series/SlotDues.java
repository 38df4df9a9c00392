package io.weir.processing.series;

import io.weir.processing.repeat.FieldMemory;
import io.weir.processing.window.Windows;

/** When something is due for each slot, in nanoseconds of log time. Not thread-safe. */
public final class SlotDues {

    private final SlotTimes windows = new SlotTimes();
    private final SlotTimes releases = new SlotTimes();

    /** The state in {@code slot} is another. */
    void note(int slot, SeriesState state) {
        noteWindows(slot, state.closesAtLogTime());
        noteReleases(slot, state);
    }

    /** To be called after the windows of {@code slot} changed: when the first that is open closes, or {@link Windows#NEVER}. */
    public void noteWindows(int slot, long closesAt) {
        windows.set(slot, closesAt);
    }

    /** When the oldest window of {@code slot} closes. */
    public long closesAt(int slot) {
        return windows.get(slot);
    }

    /** To be called after a value of {@code slot} may have been held back. */
    public void noteReleases(int slot, SeriesState state) {
        releases.set(slot, state.releasesAtLogTime());
    }

    /** When the first value of {@code slot} that is held back is due, or {@link FieldMemory#NEVER}. */
    public long releasesAt(int slot) {
        return releases.get(slot);
    }

    void clear(int slot) {
        windows.clear(slot);
        releases.clear(slot);
    }
}
