package io.weir.contract.rule;

import io.weir.contract.yaml.Refusal;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps values out of feeds that can do without.
 *
 * @param fields the fields of the series that it is for
 * @param heartbeat how long a value is left out at most, above zero; without it, for ever
 * @param on the feeds; at least one
 */
public record SuppressRule(
        String name, Match match, Fields fields, SuppressMode mode, Optional<Duration> heartbeat, Set<Feed> on) {

    public SuppressRule {
        Spelling.requireName("name", name);
        if (heartbeat.filter(duration -> duration.toMillis() <= 0).isPresent()) {
            throw new Refusal("heartbeat", "must be at least 1ms", "leave it out to hold back for ever");
        }
        if (on.isEmpty()) {
            throw new Refusal("on", "must name a feed", "left out, it is [storage]");
        }
        on = Set.copyOf(on);
    }
}
