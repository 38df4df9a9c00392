package io.weir.processing.stage;

import io.weir.contract.state.Checkpoint;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.series.MetricBatch;
import io.weir.processing.series.SeriesStates;

/** The logic of one stage in one task. Not thread-safe. */
@FunctionalInterface
public interface Stage {

    /** Modifies a batch in place. Must not retain the batch or parts of it. */
    void apply(MetricBatch batch);

    /** Creates the stage of a task. */
    @FunctionalInterface
    interface Factory {
        /**
         * Creates a stage that works on these states and reports changed slots to
         * {@code checkpoint}.
         */
        Stage create(SeriesStates states, Checkpoint checkpoint, ProcessingMeters meters);
    }
}
