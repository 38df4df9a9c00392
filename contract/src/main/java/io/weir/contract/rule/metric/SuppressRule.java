package io.weir.contract.rule.metric;

import io.weir.contract.config.Refusal;
import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.Spelling;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Suppresses redundant values in feeds.
 *
 * @param fields the fields that it applies to
 * @param heartbeat the longest time for which a value is suppressed, above zero; empty: for ever
 * @param on the feeds; at least one
 */
public record SuppressRule(
        String name, Match match, Fields fields, SuppressMode mode, Optional<Duration> heartbeat, Set<Feed> on) {

    public SuppressRule {
        Spelling.requireName("name", name);
        if (heartbeat.filter(duration -> duration.toMillis() <= 0).isPresent()) {
            throw new Refusal("heartbeat", "must be at least 1ms", "remove it to suppress without limit");
        }
        if (on.isEmpty()) {
            throw new Refusal("on", "must name a feed", "remove it for [storage], the default");
        }
        on = Set.copyOf(on);
    }
}
