package io.weir.contract.rule.metric;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.expression.Expression;
import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.match.HiddenNames;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.RuleNames;
import java.util.List;
import java.util.Optional;

/** Reads rules of {@code derive}. */
public final class DeriveReader {
    private static final Expression NOTHING = Expression.of("0");

    private final RuleNames names;
    private final DerivedNames derived = new DerivedNames();

    public DeriveReader(RuleNames names) {
        this.names = names;
    }

    /** Call its check when all rules are read. */
    public DerivedNames derived() {
        return derived;
    }

    public DeriveRule read(YamlSection section) {
        String name = names.name(section);
        Match match = names.match(section);
        Optional<Fields> field =
                Fields.in(section, "field", "fields to derive from").optional();
        Optional<FieldFunction> function = FieldFunctionReader.read(section);
        Optional<Expression> expression = section.value(
                        "expression", NOTHING, Expression::of, "expression over the fields of a line")
                .optional();
        Optional<String> as = section.text("as", "name of the result").optional();
        if (section.has("expression") == section.has("function") || section.has("expression") == section.has("field")) {
            throw new Refusal(
                    "must have either field and function, or expression",
                    "such as {field: bytes, function: rate} or {expression: \"used / total\", as: share}");
        }
        DeriveRule rule = expression.isPresent()
                ? new DeriveRule(
                        name,
                        match,
                        new Derivation.FromLine(expression.get()),
                        as.orElseThrow(() -> missing("as", "a name for the result")))
                : ofField(name, match, field, function, as);
        rule.results().orElse(List.of(rule.as())).forEach(result -> HiddenNames.requireNotHidden("as", result));
        derived.add(rule, section);
        return rule;
    }

    private static DeriveRule ofField(
            String name, Match match, Optional<Fields> field, Optional<FieldFunction> function, Optional<String> as) {
        FieldFunction what = function.orElseThrow(() -> missing("function", "the function to derive"));
        return new DeriveRule(
                name,
                match,
                new Derivation.FromField(field.orElseThrow(() -> missing("field", "one or several fields")), what),
                as.orElse(DeriveRule.FIELD + "_" + what.suffix()));
    }

    private static Refusal missing(String key, String wanted) {
        return new Refusal(key, "is missing", "write " + wanted);
    }
}
