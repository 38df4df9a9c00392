package io.weir.query.store;

import io.weir.query.series.Labels;
import java.util.function.Consumer;

/**
 * Receives the labels of the series of one answer, some perhaps twice. Two fields with equal labels are one entry, which
 * is an error only for samples.
 */
public final class FoundLabels {
    private final Consumer<Labels> to;

    /** @param to throws {@link io.weir.query.series.EvaluationException} above its allowance */
    FoundLabels(Consumer<Labels> to) {
        this.to = to;
    }

    /** Throws {@link io.weir.query.series.EvaluationException} above the allowance. */
    public void add(Labels labels) {
        to.accept(labels);
    }
}
