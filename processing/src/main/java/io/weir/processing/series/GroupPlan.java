package io.weir.processing.series;

import io.weir.processing.group.GroupKey;

/**
 * The group that a series belongs to under one rule.
 *
 * @param seriesHash of the series as it came, by which the group's series are counted
 * @param member the series as it is stored, where the rule says something of each; else empty
 */
public record GroupPlan(GroupKey key, long seriesHash, byte[] member) {}
