package io.weir.processing.series;

import java.util.List;

/**
 * What the rules make of one series, compiled once, when the series is first seen.
 *
 * @param rules the version of the rules
 * @param raw the enriched series as it came
 * @param aggregates its aggregations, in the order of the rule file
 */
public record SeriesPlan(String rules, OutputPlan raw, List<AggregatePlan> aggregates) {

    /** Does a metric's effect ever depend on earlier ones? */
    public boolean hasState() {
        return !aggregates.isEmpty() || raw.isSuppressed();
    }
}
