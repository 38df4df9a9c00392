package io.weir.processing.aggregate;

import io.weir.processing.aggregate.group.GroupPlan;

/**
 * A group that a series has left, with what the series contributes to windows that were open at
 * that moment.
 */
public record LeftGroup(GroupPlan plan, Contributions contributions) {}
