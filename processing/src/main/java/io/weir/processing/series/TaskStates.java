package io.weir.processing.series;

import io.weir.contract.state.BlockStore;
import io.weir.contract.state.Checkpoint;
import io.weir.contract.state.WorkingSet;

/**
 * The working set of a task that writes lines of series: a tier of series, or a set with such a
 * tier.
 */
public interface TaskStates extends WorkingSet {

    /** The series that are written. */
    SeriesStates series();

    /** The checkpoint of their tier in the task's store. */
    Checkpoint seriesIn(BlockStore<?> store);
}
