package io.weir.contract.rule.metric;

import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.RuleNames;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Reads rules of {@code route}. */
public final class RouteReader {
    private final RuleNames names;

    public RouteReader(RuleNames names) {
        this.names = names;
    }

    public RouteRule read(YamlSection section) {
        List<Feed> to = section.choices("to", Feed.class, "feeds").required();
        Set<Feed> feeds = EnumSet.noneOf(Feed.class);
        feeds.addAll(to);
        return new RouteRule(
                names.match(section),
                feeds,
                section.duration(
                                "live-every",
                                Duration.ofMillis(1),
                                "shortest interval between values of a field in live")
                        .optional());
    }
}
