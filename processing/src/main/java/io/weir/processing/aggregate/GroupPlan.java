package io.weir.processing.aggregate;

/**
 * The group that a series belongs to under one rule.
 *
 * @param member the series as stored if the rule has a result for each series; otherwise empty
 * @param tags the {@link ValueHash} of each tag whose different values are counted; {@link
 *     #NO_VALUE} for a tag that the series does not have
 */
public record GroupPlan(GroupKey key, byte[] member, long[] tags) {

    static final long NO_VALUE = 0;
}
