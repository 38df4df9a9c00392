package io.weir.query.store;

import io.weir.query.series.Allowance;
import io.weir.query.series.Labels;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Collects the labels of one answer, and counts them against its allowance. Two fields with equal labels are one entry:
 * only their samples cannot be told apart.
 */
public final class FoundLabels {
    private final Allowance allowance;
    private final SortedSet<Labels> found = new TreeSet<>();

    FoundLabels(Allowance allowance) {
        this.allowance = allowance;
    }

    /** Throws {@link io.weir.query.series.EvaluationException} above the allowance. */
    public void add(Labels labels) {
        found.add(labels);
        allowance.checkSeries(found.size());
    }

    List<Labels> sorted() {
        return List.copyOf(found);
    }
}
