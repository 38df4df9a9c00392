package io.weir.contract.rule.aggregate;

import io.weir.contract.config.Refusal;
import io.weir.contract.expression.Expression;
import io.weir.contract.rule.match.HiddenNames;
import io.weir.contract.rule.match.Spelling;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Expressions over variables, each of which is one function of one input.
 *
 * @param variables names, in the order of the rule's inputs
 * @param formulas by the name of the output field, at least one
 */
public record GroupFormulas(List<String> variables, SortedMap<String, Expression> formulas) implements GroupResult {

    public GroupFormulas {
        variables = List.copyOf(variables);
        if (variables.isEmpty()) {
            throw new Refusal("let", "must name at least one variable", "");
        }
        if (formulas.isEmpty()) {
            throw new Refusal("fields", "must name at least one", "such as {loss: \"in - out\"}");
        }
        for (Map.Entry<String, Expression> formula : formulas.entrySet()) {
            String field = formula.getKey();
            Spelling.require("fields", "field", field);
            HiddenNames.requireNotHidden("fields", field);
            requireKnown(field, formula.getValue(), variables);
            if (GroupResult.COUNTS.contains(field)) {
                throw new Refusal("fields", "must not name " + field, "Weir writes numbers of series and values to it");
            }
        }
    }

    private static void requireKnown(String field, Expression formula, List<String> variables) {
        try {
            formula.over(variables, "variable");
        } catch (Refusal refusal) {
            throw new Refusal("fields." + field, refusal.wrong(), refusal.meant());
        }
    }

    @Override
    public List<String> fields() {
        return List.copyOf(formulas.keySet());
    }

    @Override
    public String identity() {
        return "formulas " + variables + formulas;
    }
}
