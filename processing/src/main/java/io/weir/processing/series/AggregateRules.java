package io.weir.processing.series;

import io.weir.contract.line.FieldKey;
import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.metric.AggregateFunction;
import io.weir.processing.aggregate.WindowSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One aggregation rule, compiled. Shared by all series that it applies to.
 *
 * @param name the rule's name
 * @param identity hash of all properties that determine the state, so that saved state is never
 *     read under another rule
 * @param fields the fields to aggregate
 * @param functions the functions to compute of each field
 * @param keepsRaw whether storage also receives the values themselves
 */
public record AggregateRules(
        String name,
        long identity,
        WindowSpec spec,
        Fields fields,
        List<AggregateFunction> functions,
        boolean keepsRaw) {

    /** The number of a result in its output, by the field's number and the function's place. */
    public int result(int field, int function) {
        return field * functions.size() + function;
    }

    /** The results for the field with this key; null if the field is not aggregated. */
    @Nullable
    ResultRules results(byte[] key, OutputRules output) {
        String field = FieldKey.name(key);
        if (!fields.has(field)) {
            return null;
        }
        List<String> names =
                functions.stream().map(function -> function.resultField(field)).toList();
        return new ResultRules(
                names.stream().map(FieldKey::spelled).toList(),
                names.stream().map(name -> FieldRules.ofResult(name, output)).toList());
    }
}
