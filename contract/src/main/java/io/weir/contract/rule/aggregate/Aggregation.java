package io.weir.contract.rule.aggregate;

/** A rule of {@code aggregate}: over windows of each series, or of all series of a group. */
public sealed interface Aggregation permits AggregateRule, GroupRule {}
