package io.weir.contract.rule.metric;

import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.Spelling;
import java.util.List;

/**
 * The input values of a group rule.
 *
 * @param match which series
 * @param field name of a numeric field
 * @param functions of the values, at least one
 */
public record GroupInput(Match match, String field, List<AggregateFunction> functions) {

    public GroupInput {
        Spelling.require("field", "field", field);
        functions = List.copyOf(functions);
    }
}
