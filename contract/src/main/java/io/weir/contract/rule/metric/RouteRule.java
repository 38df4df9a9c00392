package io.weir.contract.rule.metric;

import io.weir.contract.config.Refusal;
import io.weir.contract.rule.match.Match;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Sends the series it matches to these feeds and no others. The first rule that matches a series
 * decides.
 *
 * @param to empty: the lines are dropped after alarms and aggregates have processed them
 * @param liveEvery the shortest interval between a field's values in live, above zero; empty: all
 *     values
 */
public record RouteRule(Match match, Set<Feed> to, Optional<Duration> liveEvery) {
    /** The route of series that no rule matches. */
    public static final RouteRule DEFAULT = new RouteRule(Match.ALL, Set.of(Feed.STORAGE, Feed.LIVE), Optional.empty());

    public RouteRule {
        to = Set.copyOf(to);
        if (liveEvery.isPresent() && !to.contains(Feed.LIVE)) {
            throw new Refusal("live-every", "has no effect without the output live", "add live to to");
        }
        if (liveEvery.filter(duration -> duration.toMillis() <= 0).isPresent()) {
            throw new Refusal("live-every", "must be at least 1ms", "remove it to send every value");
        }
    }
}
