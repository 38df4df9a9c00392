package io.weir.processing.series;

import io.weir.contract.rule.AggregateFunction;
import io.weir.processing.window.WindowSpec;
import java.util.List;

/**
 * One aggregation as it applies to a series.
 *
 * @param identity hash of all that shapes the state, so that saved state is never read under another rule
 * @param fields keys of the aggregated fields, in the order of the windows' fields
 * @param functions what is computed of each field
 * @param resultKeys key bytes of the result fields, {@code <field>_<function>}, by field then function
 * @param output where the results go
 */
public record AggregatePlan(
        long identity,
        WindowSpec spec,
        List<byte[]> fields,
        List<AggregateFunction> functions,
        List<byte[]> resultKeys,
        OutputPlan output) {

    /** The key of a result, by the places of its field and its function. */
    public byte[] resultKey(int field, int function) {
        return resultKeys.get(field * functions.size() + function);
    }
}
