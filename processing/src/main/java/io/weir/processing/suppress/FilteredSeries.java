package io.weir.processing.suppress;

import io.weir.processing.batch.SlotTimes;
import io.weir.processing.batch.TaskSeries;

/**
 * All series of a task, with their filters. Not thread-safe.
 *
 * @param <S> the state of a series
 */
public interface FilteredSeries<S extends FilterState> extends TaskSeries {

    /** The state of the series in {@code slot}. */
    S state(int slot);

    /** The log time when the first held-back value of a series is due. Set it after a change. */
    SlotTimes releaseTimes();

    /** Replaced states of series that held values back. */
    ReplacedStates<S> replacedStates();
}
