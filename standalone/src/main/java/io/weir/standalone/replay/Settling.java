package io.weir.standalone.replay;

import io.weir.contract.rule.ResultGraph;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.aggregate.AggregateRule;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.aggregate.Revision;
import io.weir.contract.rule.alarm.AlarmRule;
import io.weir.contract.rule.metric.RouteRule;
import io.weir.contract.rule.metric.SuppressMode;
import io.weir.contract.rule.metric.SuppressRule;
import io.weir.contract.rule.storage.TierRules;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How long metrics can still cause results after the last one arrived. Derived values follow
 * immediately. All other results wait for time to pass, in at most two steps.
 *
 * @param windows until every window is closed, those of groups and of revised results included
 * @param after how long a feed may then hold a result back, or an alarm may be delayed
 */
public record Settling(Duration windows, Duration after) {

    /** The times for given rules. */
    public static Settling of(RuleFile rules) {
        Duration window = longest(Stream.of(
                        rules.aggregate().stream().map(Settling::window),
                        TierRules.of(rules.storage()).all().stream().map(Settling::window),
                        rules.groupings().stream().map(Settling::window))
                .flatMap(windows -> windows));
        Duration revision = longest(Stream.concat(
                        rules.aggregate().stream().map(AggregateRule::late),
                        rules.groupings().stream().map(rule -> rule.result().late()))
                .flatMap(late -> late.revision().stream())
                .map(Revision::after));
        return new Settling(
                // A window over results waits for those of the level below.
                window.multipliedBy(ResultGraph.of(rules).highestLevel()).plus(revision),
                longest(Stream.of(
                                rules.suppress().stream().flatMap(rule -> heldBack(rule).stream()),
                                rules.route().stream().map(RouteRule::liveEvery).flatMap(Optional::stream),
                                rules.alarms().stream().map(Settling::delay))
                        .flatMap(durations -> durations)));
    }

    /** At least this time in all. */
    Settling atLeast(Duration time) {
        return new Settling(windows, longest(Stream.of(after, time.minus(windows))));
    }

    /**
     * Lets both times pass in turn, because the second one begins at the tick that ends the first.
     */
    public void pass(VirtualTime time) {
        time.pass(windows);
        time.pass(after);
    }

    private static Duration window(AggregateRule rule) {
        return rule.window().length().plus(rule.grace());
    }

    /** A silent series may be held, and the window after that says that its group is empty. */
    private static Duration window(GroupRule rule) {
        Duration hold =
                longest(rule.inputs().stream().map(input -> input.contribution().hold()));
        return rule.window().multipliedBy(2).plus(hold).plus(rule.grace());
    }

    /** Deadbands drop values and do not hold them back. */
    private static Optional<Duration> heldBack(SuppressRule rule) {
        return rule.mode() instanceof SuppressMode.AtMost atMost ? Optional.of(atMost.every()) : Optional.empty();
    }

    /** A level waits for only one of the two delays at a time. */
    private static Duration delay(AlarmRule rule) {
        return longest(Stream.of(rule.levels().forAtLeast(), rule.levels().clearFor()));
    }

    private static Duration longest(Stream<Duration> durations) {
        return durations.max(Duration::compareTo).orElse(Duration.ZERO);
    }
}
