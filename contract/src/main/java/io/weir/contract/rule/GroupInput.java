package io.weir.contract.rule;

import java.util.List;

/**
 * Values that a group rule takes in.
 *
 * @param match which series
 * @param field name of a numeric field
 * @param functions what is to be known of the values, at least one
 */
public record GroupInput(Match match, String field, List<AggregateFunction> functions) {

    public GroupInput {
        Spelling.require("field", "field", field);
        functions = List.copyOf(functions);
    }
}
