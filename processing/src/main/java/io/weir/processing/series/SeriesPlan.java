package io.weir.processing.series;

import io.weir.contract.farm.FarmState;
import java.util.List;
import java.util.Map;

/**
 * What the rules make of one series, compiled once, when the series is first seen.
 *
 * @param rules those that apply
 * @param outputs where its lines go: 0 is the enriched series as it came, 1 + n its n-th aggregation
 * @param groups those it belongs to, in the order of the rules
 * @param missed names of enrichment rules whose table has no row for the series, or whose state was not set
 * @param state what of the farm's state was asked, and what it was: empty where not set
 */
public record SeriesPlan(
        SeriesRules rules,
        List<OutputPlan> outputs,
        List<GroupPlan> groups,
        List<String> missed,
        Map<String, String> state) {

    /** Would it be the same under this state? */
    boolean isUnder(FarmState farm) {
        for (Map.Entry<String, String> asked : state.entrySet()) {
            if (!farm.value(asked.getKey()).equals(asked.getValue())) {
                return false;
            }
        }
        return true;
    }

    /** The plan of an output. */
    public OutputPlan output(int output) {
        return outputs.get(output);
    }
}
