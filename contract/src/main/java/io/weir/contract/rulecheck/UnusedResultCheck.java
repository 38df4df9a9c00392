package io.weir.contract.rulecheck;

import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.ShareIndex;
import io.weir.contract.rule.match.TextPattern;
import io.weir.contract.rule.metric.RouteRule;
import java.util.Collections;

/** A rule that makes series which go nowhere. */
final class UnusedResultCheck implements RuleCheck {
    @Override
    public void check(CheckedRules checked, Findings findings) {
        Comparisons comparisons = checked.comparisons();
        ShareIndex<RouteRule> routes = new ShareIndex<>(checked.rules().route(), RouteRule::match);
        ShareIndex<Match> watched = new ShareIndex<>(checked.rules().watched(), match -> match);
        // A pattern names no results. Tags do not matter, because enrichment may add them.
        ShareIndex<Match> reading = new ShareIndex<>(
                checked.rules().computing().stream()
                        .map(Match::measurement)
                        .filter(measurement -> measurement.texts().isPresent())
                        .map(measurement -> new Match(measurement, Collections.emptySortedMap()))
                        .distinct()
                        .toList(),
                match -> match);
        checked.results().all().stream()
                .peek(result -> findings.inspect(result.rule()))
                .filter(result -> isDiscarded(result, routes, comparisons)
                        && watched.first(result.series(), match -> comparisons.mayBe(result, match))
                                .isEmpty()
                        && reading.first(result.series(), match -> isRead(result, match.measurement()))
                                .isEmpty())
                .forEach(result -> findings.add(
                        result.rule(),
                        "as",
                        "no route, no alarm and no other rule uses the results",
                        "route them, or remove the rule"));
    }

    /** Results with the measurement of their input are not read. */
    private static boolean isRead(Result result, TextPattern named) {
        return named.mayShareTexts(result.series().measurement())
                && result.of().stream().noneMatch(input -> input.measurement().equals(named));
    }

    /**
     * Whether the first route for all of them discards them, and none before it sends some
     * anywhere.
     */
    private static boolean isDiscarded(Result result, ShareIndex<RouteRule> routes, Comparisons comparisons) {
        return routes.first(
                        result.series(),
                        route -> route.to().isEmpty()
                                ? comparisons.covers(route.match(), result.series())
                                : comparisons.mayBe(result, route.match()))
                .filter(route -> route.to().isEmpty())
                .isPresent();
    }
}
