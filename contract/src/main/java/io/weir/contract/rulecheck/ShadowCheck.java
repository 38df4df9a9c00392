package io.weir.contract.rulecheck;

import io.weir.contract.rule.match.CoverIndex;
import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.metric.Feed;
import io.weir.contract.rule.metric.RouteRule;
import io.weir.contract.rule.metric.SuppressRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Warns of a rule that never applies: the first matching rule decides, and an earlier rule matches
 * all of its series.
 */
final class ShadowCheck implements RuleCheck {

    /**
     * The fields and feeds that a rule decides for its series. Rules of one scope differ only in
     * their matches.
     *
     * @param fields all of them for a route
     */
    private record Scope(Fields fields, Set<Feed> on) {
        private static final Scope ROUTES = new Scope(Fields.ALL, Set.of());

        static Scope of(SuppressRule rule) {
            return new Scope(rule.fields(), rule.on());
        }

        /** Scopes that include this one. */
        List<Scope> wider() {
            List<Set<Feed>> feeds = new ArrayList<>(List.of(on));
            EnumSet.allOf(Feed.class).stream()
                    .filter(feed -> !on.contains(feed))
                    .forEach(feed -> {
                        for (Set<Feed> each : List.copyOf(feeds)) {
                            Set<Feed> more = EnumSet.of(feed);
                            more.addAll(each);
                            feeds.add(more);
                        }
                    });
            return Stream.of(Fields.ALL, fields)
                    .distinct()
                    .flatMap(some -> feeds.stream().map(each -> new Scope(some, each)))
                    .toList();
        }
    }

    /** @param place among the rules of its kind */
    private record Decider(int place, Object rule, Match match, Scope scope) {}

    @Override
    public void check(CheckedRules checked, Findings findings) {
        List<RouteRule> routes = checked.rules().route();
        check(routes, RouteRule::match, route -> Scope.ROUTES, checked, findings);
        check(checked.rules().suppress(), SuppressRule::match, Scope::of, checked, findings);
    }

    private static <R> void check(
            List<R> rules,
            Function<R, Match> match,
            Function<R, Scope> scope,
            CheckedRules checked,
            Findings findings) {
        List<Decider> deciders = new ArrayList<>();
        rules.forEach(rule -> deciders.add(new Decider(deciders.size(), rule, match.apply(rule), scope.apply(rule))));
        Map<Scope, List<Decider>> byScope = new HashMap<>();
        deciders.forEach(each ->
                byScope.computeIfAbsent(each.scope, unseen -> new ArrayList<>()).add(each));
        Map<Scope, CoverIndex<Decider>> indexes = new HashMap<>();
        byScope.forEach((each, all) -> indexes.put(each, new CoverIndex<>(all, Decider::match)));
        for (Decider second : deciders) {
            Stream<CoverIndex<Decider>> wider =
                    second.scope.wider().stream().map(indexes::get).filter(Objects::nonNull);
            check(second, wider, checked.comparisons(), findings);
        }
    }

    private static void check(
            Decider second, Stream<CoverIndex<Decider>> wider, Comparisons comparisons, Findings findings) {
        findings.inspect(second.rule);
        // A rule covers itself in its own scope; in other scopes, the place ends the search.
        wider.flatMap(index -> index
                        .first(
                                second.match,
                                first -> first.place >= second.place || comparisons.covers(first.match, second.match))
                        .stream())
                .filter(first -> first.place < second.place)
                .min(Comparator.comparingInt(Decider::place))
                .ifPresent(first -> findings.add(
                        second.rule,
                        "match",
                        "never decides: " + findings.named(first.rule)
                                + " matches all of its series, and the first rule decides",
                        "put the narrower rule first"));
    }
}
