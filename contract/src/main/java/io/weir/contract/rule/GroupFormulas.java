package io.weir.contract.rule;

import io.weir.contract.expression.Expression;
import io.weir.contract.yaml.Refusal;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Expressions over variables, of which each is one function of one input.
 *
 * @param variables names, in the order of the rule's inputs
 * @param otherwise what stands for a variable that has no value in a window, in the same order; NaN where nothing does
 * @param formulas by the name of the field that comes out, at least one
 */
public record GroupFormulas(List<String> variables, List<Double> otherwise, SortedMap<String, Expression> formulas)
        implements GroupResult {

    public GroupFormulas {
        variables = List.copyOf(variables);
        otherwise = List.copyOf(otherwise);
        if (variables.isEmpty()) {
            throw new Refusal("let", "must name at least one variable", "");
        }
        if (formulas.isEmpty()) {
            throw new Refusal("fields", "must name at least one", "such as {loss: \"in - out\"}");
        }
        for (Map.Entry<String, Expression> formula : formulas.entrySet()) {
            String field = formula.getKey();
            Spelling.require("fields", "field", field);
            AlarmRule.requireNotHidden("fields", field);
            requireKnown(field, formula.getValue(), variables);
            if (field.equals(GroupRule.SOURCES)) {
                throw new Refusal("fields", "must not name " + GroupRule.SOURCES, "it counts the series by itself");
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

    /** A correlation says something of the values; it does not stand in for them. */
    @Override
    public boolean keepsRaw() {
        return true;
    }

    @Override
    public String identity() {
        return "formulas " + variables + otherwise + formulas;
    }
}
