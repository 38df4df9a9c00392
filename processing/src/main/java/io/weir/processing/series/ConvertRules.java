package io.weir.processing.series;

import io.weir.contract.rule.match.Fields;
import io.weir.processing.derive.ValueConversion;

/** A conversion that applies to a series. Belongs to one task. */
public record ConvertRules(String name, Fields fields, ValueConversion conversion) {}
