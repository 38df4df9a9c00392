package io.weir.standalone.replay;

import io.weir.contract.rule.AggregateRule;
import io.weir.contract.rule.AlarmRule;
import io.weir.contract.rule.RuleFile;
import java.time.Duration;
import java.util.stream.Stream;

/** How long after the last metric something may still come of it. */
public final class Settling {
    private Settling() {}

    /** Until every window under these rules is closed, and what closed them has held for as long as an alarm waits. */
    public static Duration of(RuleFile rules) {
        Duration windows = longest(rules.aggregate().stream().map(Settling::window));
        Duration alarms = longest(rules.alarms().stream().map(AlarmRule::forAtLeast));
        return windows.plus(alarms);
    }

    private static Duration window(AggregateRule rule) {
        return rule.window().plus(rule.grace());
    }

    private static Duration longest(Stream<Duration> durations) {
        return durations.max(Duration::compareTo).orElse(Duration.ZERO);
    }
}
