package io.weir.processing.series;

import io.weir.processing.batch.SlotTimes;
import java.util.List;
import java.util.stream.Stream;

/**
 * For each slot, when its first open window closes, when it next contributes to a group, and when
 * its first held-back value is due. Not thread-safe.
 *
 * @param closes the times of windows, by clock
 * @param contributions the times of contributions, by clock
 * @param releases the times of held-back values
 */
record SlotDues(List<SlotTimes> closes, List<SlotTimes> contributions, SlotTimes releases) {

    /** @param clocks the number of clocks that close windows */
    SlotDues(int clocks) {
        this(times(clocks), times(clocks), new SlotTimes());
    }

    private static List<SlotTimes> times(int clocks) {
        return Stream.generate(SlotTimes::new).limit(clocks).toList();
    }

    /** Updates the times after the state in {@code slot} was replaced. */
    void note(int slot, SeriesState state) {
        for (int clock = 0; clock < closes.size(); clock++) {
            closes.get(clock).set(slot, state.closesAt(clock));
            contributions.get(clock).set(slot, state.contributesAt(clock));
        }
        releases.set(slot, state.releasesAtLogTime());
    }

    void clear(int slot) {
        closes.forEach(times -> times.clear(slot));
        contributions.forEach(times -> times.clear(slot));
        releases.clear(slot);
    }
}
