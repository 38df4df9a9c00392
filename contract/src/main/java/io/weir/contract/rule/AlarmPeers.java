package io.weir.contract.rule;

import io.weir.contract.line.Decimals;
import io.weir.contract.yaml.Refusal;
import java.util.List;
import java.util.Optional;

/**
 * What an alarm says of peers: it judges how far a series is from them, instead of its values.
 *
 * @param frame which series are peers, and in which windows they are compared
 * @param of what of a series' values is compared
 * @param mad so far, to either side, is too far, more than zero; empty if levels say so
 */
record AlarmPeers(GroupReader.Frame frame, AggregateFunction of, Optional<Double> mad) {

    AlarmPeers {
        if (mad.filter(far -> far <= 0).isPresent()) {
            throw new Refusal("mad", "must be more than zero, was " + Decimals.plain(mad.get()), "beyond 6 is odd");
        }
    }

    /** The level that {@code mad} is. */
    Optional<Level> far() {
        return mad.map(far -> new Limit(Limit.Kind.OUTSIDE, -far, far, -far, far));
    }

    /** The rule by which processing compares, and gives the result this name, as measurement and as field. */
    GroupRule rule(String name, Match match, String field, String as) {
        if (!match.measurement().isLiteral()) {
            throw new Refusal("match", "must be of one measurement beside peers", "make it a rule for each");
        }
        return frame.rule(name, List.of(new GroupInput(match, field, List.of(of))), as, new PeerScore(as));
    }
}
