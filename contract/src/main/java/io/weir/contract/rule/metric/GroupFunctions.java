package io.weir.contract.rule.metric;

import java.util.List;

/**
 * Each function of each input, in a field of its own.
 *
 * @param fields by input, then function
 * @param keepsRaw whether the raw values are stored as well
 */
public record GroupFunctions(List<String> fields, boolean keepsRaw) implements GroupResult {

    public GroupFunctions {
        fields = List.copyOf(fields);
    }

    @Override
    public String identity() {
        return "functions " + fields;
    }
}
