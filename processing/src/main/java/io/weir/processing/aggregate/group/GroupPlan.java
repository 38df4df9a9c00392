package io.weir.processing.aggregate.group;

import io.weir.processing.aggregate.cell.ValueHash;

/**
 * The group that a series belongs to under one rule.
 *
 * @param member the series as stored if the rule has a result for each series; otherwise empty
 * @param tags what the group takes of the series' tags: the {@link ValueHash} of each tag whose
 *     different values are counted, {@link #NO_VALUE} for one that the series does not have; then, of
 *     a histogram's bucket, the bits of its upper bound
 */
public record GroupPlan(GroupKey key, byte[] member, long[] tags) {

    static final long NO_VALUE = 0;

    /** The upper bound of the bucket that the series counts; NaN if its tags have none. */
    public double bound() {
        int counted = key.shape().tags().size();
        return tags.length > counted ? Double.longBitsToDouble(tags[counted]) : Double.NaN;
    }
}
