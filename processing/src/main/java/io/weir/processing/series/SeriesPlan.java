package io.weir.processing.series;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.alarm.FarmValue;
import io.weir.processing.aggregate.group.GroupPlan;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The effect of the rules on one series, compiled when the series is first seen,
 * and again when the rules change or a value of the farm's state that it reads, never per metric.
 *
 * @param rules the rules that apply
 * @param outputs the outputs of its lines: 0 is the enriched raw series, 1 + n its n-th aggregation
 * @param groups the groups of the series, in the order of the rules
 * @param missed names of enrichment rules without a row or a state for the series
 * @param state the states of the farm that were read, with their values
 */
public record SeriesPlan(
        SeriesRules rules,
        List<OutputPlan> outputs,
        List<GroupPlan> groups,
        List<String> missed,
        Map<String, FarmValue> state) {

    /** Whether the plan would be the same under this state. */
    boolean isUnder(FarmState farm) {
        for (Map.Entry<String, FarmValue> asked : state.entrySet()) {
            if (!farm.value(asked.getKey()).equals(asked.getValue().text())) {
                return false;
            }
        }
        return true;
    }

    /** Writes the states that were read, for {@link #readState}. */
    void writeState(DataOutput out) throws IOException {
        out.writeShort(state.size());
        for (Map.Entry<String, FarmValue> asked : state.entrySet()) {
            out.writeUTF(asked.getKey());
            out.writeUTF(asked.getValue().text());
            out.writeLong(asked.getValue().sinceMillis());
        }
    }

    /** Reads the output of {@link #writeState}. */
    static Map<String, FarmValue> readState(DataInput in) throws IOException {
        Map<String, FarmValue> asked = new HashMap<>();
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            asked.put(in.readUTF(), new FarmValue(in.readUTF(), in.readLong()));
        }
        return asked;
    }

    /** The plan of an output. */
    public OutputPlan output(int output) {
        return outputs.get(output);
    }
}
