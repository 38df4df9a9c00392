package io.weir.contract.rule;

/** Puts converted values in the place of a field's; the first rule that matches series and field decides. */
public record ConvertRule(String name, Match match, Fields fields, Conversion conversion) {
    public ConvertRule {
        Spelling.requireName("name", name);
    }
}
