package io.weir.processing.aggregate.group;

import io.weir.contract.rule.aggregate.GroupResult;
import io.weir.contract.rule.aggregate.PeerScore;
import io.weir.contract.rule.aggregate.TopSeries;

/**
 * Which series of a group are kept with their own values.
 *
 * @param most the maximum number; zero: none
 * @param order beyond the maximum, 1 keeps the highest values and −1 the lowest; 0 refuses further
 *     series of a partition
 */
public record MembersKept(int most, int order) {

    /** The maximum number of peers of a group in a partition. */
    static final int MOST_PEERS = 10_000;

    /** Keeps what the result of a rule needs. */
    static MembersKept of(GroupResult result) {
        if (result instanceof TopSeries top) {
            return new MembersKept(top.count(), top.isLowest() ? -1 : 1);
        }
        return new MembersKept(result instanceof PeerScore ? MOST_PEERS : 0, 0);
    }

    boolean any() {
        return most > 0;
    }
}
