package io.weir.contract.rule.metric;

import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.Spelling;

/**
 * Replaces a field's values by converted ones; the first rule that matches series and field
 * decides.
 */
public record ConvertRule(String name, Match match, Fields fields, Conversion conversion) {
    public ConvertRule {
        Spelling.requireName("name", name);
    }
}
