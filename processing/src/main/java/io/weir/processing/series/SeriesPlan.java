package io.weir.processing.series;

import io.weir.contract.farm.FarmState;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
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

    /** Writes what of the farm's state was asked, for {@link #readState}. */
    void writeState(DataOutput out) throws IOException {
        out.writeShort(state.size());
        for (Map.Entry<String, String> asked : state.entrySet()) {
            out.writeUTF(asked.getKey());
            out.writeUTF(asked.getValue());
        }
    }

    /** What {@link #writeState} wrote. */
    static Map<String, String> readState(DataInput in) throws IOException {
        Map<String, String> asked = new HashMap<>();
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            asked.put(in.readUTF(), in.readUTF());
        }
        return asked;
    }

    /** The plan of an output. */
    public OutputPlan output(int output) {
        return outputs.get(output);
    }
}
