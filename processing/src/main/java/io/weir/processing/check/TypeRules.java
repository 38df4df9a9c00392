package io.weir.processing.check;

import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.type.DeclaredType;
import io.weir.contract.rule.type.TypeRule;

/** A rule of {@code types} that applies to a series. Belongs to one task. */
public record TypeRules(Fields fields, TypeCheck check) {

    /** Compiles a rule. */
    public static TypeRules of(TypeRule rule) {
        ScalarCheck each = ScalarCheck.of(rule.type().of());
        TypeCheck check = rule.type() instanceof DeclaredType.Array array
                ? new ArrayCheck(each, array.length())
                : new SingleCheck(each);
        return new TypeRules(rule.fields(), check);
    }
}
