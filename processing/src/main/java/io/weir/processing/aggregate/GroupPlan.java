package io.weir.processing.aggregate;

/**
 * The group that a series belongs to under one rule.
 *
 * @param member the series as stored if the rule has a result for each series; otherwise empty
 */
public record GroupPlan(GroupKey key, byte[] member) {}
