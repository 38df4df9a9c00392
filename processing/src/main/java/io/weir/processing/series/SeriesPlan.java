package io.weir.processing.series;

import java.util.List;

/**
 * What the rules make of one series, compiled once, when the series is first seen.
 *
 * @param rules those that apply
 * @param outputs where its lines go: 0 is the enriched series as it came, 1 + n its n-th aggregation
 * @param groups those it belongs to, in the order of the rules
 * @param missed names of enrichment rules whose table has no row for the series
 */
public record SeriesPlan(SeriesRules rules, List<OutputPlan> outputs, List<GroupPlan> groups, List<String> missed) {

    /** The plan of an output. */
    public OutputPlan output(int output) {
        return outputs.get(output);
    }
}
