package io.weir.contract.rule.metric;

import java.util.List;

/**
 * Each function of each input, in a field of its own.
 *
 * @param fields by input, then function
 * @param keepsRaw whether the raw values are stored as well
 * @param late what becomes of late values if raw values are not stored
 */
public record GroupFunctions(List<String> fields, boolean keepsRaw, Late late) implements GroupResult {

    public GroupFunctions {
        fields = List.copyOf(fields);
    }

    @Override
    public String identity() {
        return "functions " + fields;
    }
}
