package io.weir.processing.series;

import io.weir.contract.state.BlockStore;
import io.weir.contract.state.Checkpoint;
import io.weir.contract.state.Tier;
import io.weir.contract.state.WorkingSet;
import java.util.List;

/**
 * The series whose lines a task writes, with the checkpoint by which they are saved.
 *
 * @param checkpoint the checkpoint of their tier in the task's store
 */
public record SeriesTier(SeriesStates series, Checkpoint checkpoint) {

    /** The place of a tier in {@link SeriesStates#downstream}. */
    public static final int REFUSALS = 1;

    /** The series in a store: its working set itself, or a tier downstream of it. */
    public static SeriesTier in(BlockStore<?> store) {
        WorkingSet all = store.workingSet();
        if (all instanceof SeriesStates series) {
            return new SeriesTier(series, store);
        }
        List<Tier> downstream = all.downstream();
        for (int i = 0; i < downstream.size(); i++) {
            if (downstream.get(i) instanceof SeriesStates series) {
                return new SeriesTier(series, store.downstream(i));
            }
        }
        throw new IllegalArgumentException("the store has no tier of series");
    }
}
