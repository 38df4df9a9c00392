package io.weir.processing.batch;

/**
 * The logic of one stage in one task. Not thread-safe.
 *
 * @param <M> the metrics with the rules and the state that the stage reads
 */
@FunctionalInterface
public interface Stage<M extends Metrics> {

    /** Modifies the metrics of a record in place. Must not retain them or parts of them. */
    void apply(M batch);
}
