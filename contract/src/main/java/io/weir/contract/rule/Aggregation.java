package io.weir.contract.rule;

/** What a rule of {@code aggregate} may be: over windows of each series, or of all series of a group. */
public sealed interface Aggregation permits AggregateRule, GroupRule {}
