package io.weir.contract.rule.aggregate;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.expression.Expression;
import io.weir.contract.rule.match.HiddenNames;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.MatchReader;
import io.weir.contract.rule.match.RuleNames;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** Reads rules of {@code correlate}. */
public final class CorrelateReader {
    private static final int MOST_VARIABLES = 100;

    private final RuleNames names;

    public CorrelateReader(RuleNames names) {
        this.names = names;
    }

    public GroupRule read(YamlSection section) {
        String name = names.name(section);
        GroupReader.Frame frame = GroupReader.Frame.read(section);
        SortedMap<String, GroupInput> variables = section.named(
                "let", (variable, let) -> variable(let, frame.window()), "variables, each a function of a field");
        SortedMap<String, Expression> formulas = section.entries(
                        "fields", Expression::of, "expressions over the variables")
                .required();
        if (variables.size() > MOST_VARIABLES) {
            throw new Refusal(
                    "let",
                    "names " + variables.size() + " variables; the limit is " + MOST_VARIABLES,
                    "write several rules");
        }
        String as = section.text("as", "measurement of the result").or(name + "_<window>");
        HiddenNames.requireNotHidden("as", as);
        GroupFormulas result = new GroupFormulas(List.copyOf(variables.keySet()), formulas);
        return frame.rule(name, List.copyOf(variables.values()), as, result);
    }

    private static GroupInput variable(YamlSection section, Duration window) {
        Match match = MatchReader.read(section);
        String field = section.text("field", "name of a field").required();
        AggregateFunction function = section.value(
                        "function", AggregateFunction.MEAN, AggregateFunction::of, "function of its values")
                .required();
        Optional<Where> where = Where.read(section, List.of(function));
        // A missing function is reported already.
        List<AggregateFunction> functions = section.has("function")
                ? Where.functions(section, "function", where, List.of(function))
                : List.of(function);
        Contribution contribution = Contribution.read(section, window, functions);
        return new GroupInput(match, field, functions, contribution, where);
    }
}
