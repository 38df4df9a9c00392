package io.weir.gateway.intake.batch;

import io.weir.contract.rule.match.Glob;
import java.util.List;

/**
 * Order of load shedding. Each pattern of measurements is a class; the first class is shed first.
 *
 * @param classes patterns of measurements; the first match decides
 */
public record Shedding(List<Glob> classes) {
    /** Rank of series in no class. They are dropped last, when there is no room at all. */
    public static final int KEEP = Integer.MAX_VALUE;

    /** No load shedding. */
    public static final Shedding NONE = new Shedding(List.of());

    public Shedding {
        classes = List.copyOf(classes);
    }

    /**
     * The rank of a measurement's class, from 0 for the first one shed. Call this once per series.
     */
    public int rank(String measurement) {
        for (int rank = 0; rank < classes.size(); rank++) {
            if (classes.get(rank).matches(measurement)) {
                return rank;
            }
        }
        return KEEP;
    }
}
