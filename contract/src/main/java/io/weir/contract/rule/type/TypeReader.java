package io.weir.contract.rule.type;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.match.RuleNames;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads rules of {@code types}. */
public final class TypeReader {
    private static final int MOST_ELEMENTS = 1_000_000;

    private final RuleNames names;

    public TypeReader(RuleNames names) {
        this.names = names;
    }

    public TypeRule read(YamlSection section) {
        return new TypeRule(
                names.name(section),
                names.match(section),
                Fields.in(section, "field", "fields with the type").required(),
                type(section));
    }

    private static DeclaredType type(YamlSection section) {
        Optional<ScalarType> type =
                section.choice("type", ScalarType.class, "type of each value").optional();
        Optional<ScalarType> array = section.choice("array", ScalarType.class, "type of each element of an array")
                .optional();
        OptionalInt length = section.integer("length", 1, MOST_ELEMENTS, "number of elements of each array")
                .optional()
                .map(OptionalInt::of)
                .orElse(OptionalInt.empty());
        if (section.has("type") == section.has("array")) {
            throw new Refusal("must have either a type or an array", "write type: uint32, or array: float32");
        }
        if (section.has("length") && section.has("type")) {
            throw new Refusal("length", "is only for arrays", "remove it, or write array instead of type");
        }
        return array.<DeclaredType>map(of -> new DeclaredType.Array(of, length))
                .orElseGet(() -> new DeclaredType.Scalar(type.orElse(ScalarType.TEXT)));
    }
}
