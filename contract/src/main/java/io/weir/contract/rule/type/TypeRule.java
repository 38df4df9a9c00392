package io.weir.contract.rule.type;

import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.Spelling;

/**
 * Declares the type of fields; the first rule that matches series and field decides. Lines with
 * values of another type are refused.
 */
public record TypeRule(String name, Match match, Fields fields, DeclaredType type) {
    public TypeRule {
        Spelling.requireName("name", name);
    }
}
