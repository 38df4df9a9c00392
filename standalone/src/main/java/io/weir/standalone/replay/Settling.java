package io.weir.standalone.replay;

import io.weir.contract.rule.AggregateRule;
import io.weir.contract.rule.AlarmRule;
import io.weir.contract.rule.GroupRule;
import io.weir.contract.rule.RouteRule;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.SuppressMode;
import io.weir.contract.rule.SuppressRule;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * For how long something may still come of metrics when no more arrive. What rules derive from values comes at once; the rest
 * waits for time to pass, and in two steps at most: no result of a window is put into another.
 *
 * @param windows until every window is closed, be it of a series or of a group
 * @param after for how long a result may then be held back from a feed, or wait to become an alarm
 */
public record Settling(Duration windows, Duration after) {

    /** Under these rules. */
    public static Settling of(RuleFile rules) {
        return new Settling(
                longest(Stream.concat(
                        rules.aggregate().stream().map(Settling::window),
                        rules.groupings().stream().map(Settling::window))),
                longest(Stream.of(
                                rules.suppress().stream().flatMap(rule -> heldBack(rule).stream()),
                                rules.route().stream().map(RouteRule::liveEvery).flatMap(Optional::stream),
                                rules.alarms().stream().map(Settling::delay))
                        .flatMap(durations -> durations)));
    }

    /** Lets so much go by: one step after the other, because each begins at the tick at which the one before it ended. */
    public void pass(VirtualTime time) {
        time.pass(windows);
        time.pass(after);
    }

    private static Duration window(AggregateRule rule) {
        return rule.window().plus(rule.grace());
    }

    private static Duration window(GroupRule rule) {
        return rule.window().plus(rule.grace());
    }

    /** Values that only are like another one are not held back, they are left out. */
    private static Optional<Duration> heldBack(SuppressRule rule) {
        return rule.mode() instanceof SuppressMode.AtMost atMost ? Optional.of(atMost.every()) : Optional.empty();
    }

    /** A level waits for one of them at a time. */
    private static Duration delay(AlarmRule rule) {
        return longest(Stream.of(rule.levels().forAtLeast(), rule.levels().clearFor()));
    }

    private static Duration longest(Stream<Duration> durations) {
        return durations.max(Duration::compareTo).orElse(Duration.ZERO);
    }
}
