package io.weir.processing.series;

import io.weir.processing.batch.SlotTimes;

/**
 * For each slot, when its first open window closes, when it next contributes to a group, and when
 * its first held-back value is due. Not thread-safe.
 *
 * @param closes the times of windows
 * @param contributions the times of contributions
 * @param releases the times of held-back values
 */
record SlotDues(SlotTimes closes, SlotTimes contributions, SlotTimes releases) {

    SlotDues() {
        this(new SlotTimes(), new SlotTimes(), new SlotTimes());
    }

    /** Updates the times after the state in {@code slot} was replaced. */
    void note(int slot, SeriesState state) {
        closes.set(slot, state.closesAtLogTime());
        contributions.set(slot, state.contributesAtLogTime());
        releases.set(slot, state.releasesAtLogTime());
    }

    void clear(int slot) {
        closes.clear(slot);
        contributions.clear(slot);
        releases.clear(slot);
    }
}
