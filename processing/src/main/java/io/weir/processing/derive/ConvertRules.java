package io.weir.processing.derive;

import io.weir.contract.rule.match.Fields;

/** A conversion that applies to a series. Belongs to one task. */
public record ConvertRules(String name, Fields fields, ValueConversion conversion) {}
