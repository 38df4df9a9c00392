package io.weir.processing.stage;

import io.weir.contract.state.Checkpoint;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.series.MetricBatch;
import io.weir.processing.series.SeriesStates;

/** The logic of one stage in one task. Not thread-safe. */
@FunctionalInterface
public interface Stage {

    /** Works on a batch in place; nothing of it may be kept. */
    void apply(MetricBatch batch);

    /** Makes the stage of a task. */
    @FunctionalInterface
    interface Factory {
        /** A stage that works on these states and tells {@code checkpoint} which of them it changed. */
        Stage create(SeriesStates states, Checkpoint checkpoint, ProcessingMeters meters);
    }
}
