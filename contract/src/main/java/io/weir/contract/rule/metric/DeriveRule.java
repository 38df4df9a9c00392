package io.weir.contract.rule.metric;

import io.weir.contract.config.Refusal;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.Spelling;
import java.util.List;
import java.util.Optional;

/**
 * Adds a field to the lines of the series it matches.
 *
 * @param as the new field's name; {@code <field>} stands for the name of the input field
 */
public record DeriveRule(String name, Match match, Derivation derivation, String as) {
    public static final String FIELD = "<field>";

    public DeriveRule {
        Spelling.requireName("name", name);
        Spelling.require("as", "field", as);
        boolean namesField = as.contains(FIELD);
        if (derivation instanceof Derivation.FromLine && namesField) {
            throw new Refusal("as", "must be a name", "an expression may have several fields");
        }
        if (derivation instanceof Derivation.FromField from
                && !namesField
                && !from.field().pattern().isLiteral()) {
            throw new Refusal(
                    "as",
                    "would give the results of several fields one name",
                    "such as \"<field>_" + from.function().suffix() + "\"");
        }
        if (as.equals(FIELD) || (!namesField && reads(derivation).contains(as))) {
            throw new Refusal("as", "is the name of one of its input fields", "choose another name");
        }
    }

    /** The result's name for an input field; an expression ignores the input's name. */
    public String result(String field) {
        return as.replace(FIELD, field);
    }

    /** The names of the fields that it certainly reads; excludes fields that a pattern matches. */
    List<String> reads() {
        return reads(derivation);
    }

    private static List<String> reads(Derivation derivation) {
        return derivation instanceof Derivation.FromField from
                ? from.field().names().orElse(List.of())
                : ((Derivation.FromLine) derivation).expression().variables();
    }

    /** The names of its results; empty if they depend on fields that a pattern matches. */
    Optional<List<String>> results() {
        return derivation instanceof Derivation.FromField from
                ? from.field()
                        .names()
                        .map(names -> names.stream().map(this::result).toList())
                : Optional.of(List.of(as));
    }

    /** Whether one of its results may have this name. */
    public boolean derives(String result) {
        int at = as.indexOf(FIELD);
        if (at < 0 || !(derivation instanceof Derivation.FromField from)) {
            return as.equals(result);
        }
        int length = result.length() - (as.length() - FIELD.length());
        if (length < 1 || !result.startsWith(as.substring(0, at))) {
            return false;
        }
        String field = result.substring(at, at + length);
        return from.field().has(field) && result(field).equals(result);
    }
}
