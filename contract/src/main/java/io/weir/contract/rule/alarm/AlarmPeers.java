package io.weir.contract.rule.alarm;

import io.weir.contract.config.Refusal;
import io.weir.contract.line.Decimals;
import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.GroupInput;
import io.weir.contract.rule.aggregate.GroupReader;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.aggregate.PeerScore;
import io.weir.contract.rule.match.Match;
import java.util.List;
import java.util.Optional;

/**
 * The {@code peers} of an alarm, which evaluates a series' distance from its peers instead of its
 * values.
 *
 * @param frame which series are peers, and in which windows they are compared
 * @param of the function of a series' values that is compared
 * @param mad the limit of the distance on either side, more than zero; empty if levels set the
 *     limit
 */
record AlarmPeers(GroupReader.Frame frame, AggregateFunction of, Optional<Double> mad) {

    AlarmPeers {
        if (mad.filter(far -> far <= 0).isPresent()) {
            throw new Refusal("mad", "must be more than zero, was " + Decimals.plain(mad.get()), "beyond 6 is odd");
        }
    }

    /** The level for {@code mad}. */
    Optional<Level> far() {
        return mad.map(far -> new Limit(Limit.Kind.OUTSIDE, -far, far, -far, far));
    }

    /**
     * The rule by which processing compares the peers; {@code as} names the result's measurement
     * and field.
     */
    GroupRule rule(String name, Match match, String field, String as) {
        if (!match.measurement().isLiteral()) {
            throw new Refusal("match", "must be of one measurement beside peers", "make it a rule for each");
        }
        return frame.rule(name, List.of(GroupInput.ofPeers(match, field, of)), as, new PeerScore(as));
    }
}
