package io.weir.processing.check;

import io.weir.contract.rule.match.Fields;

/** A rule of {@code types} that applies to a series. Belongs to one task. */
public record TypeRules(String name, Fields fields, TypeCheck check) {}
