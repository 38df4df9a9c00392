package io.weir.contract.rule;

import java.util.Set;

/**
 * Sends the series it matches to these feeds and no others. The first rule that matches a series decides.
 *
 * @param to empty: the lines are dropped, once alarms and aggregates have seen them
 */
public record RouteRule(Match match, Set<Feed> to) {
    /** Where a series goes that no rule matches. */
    public static final Set<Feed> DEFAULT = Set.of(Feed.STORAGE, Feed.LIVE);

    public RouteRule {
        to = Set.copyOf(to);
    }
}
