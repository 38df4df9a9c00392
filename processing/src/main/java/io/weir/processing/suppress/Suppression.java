package io.weir.processing.suppress;

import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.metric.Feed;
import io.weir.contract.rule.metric.RouteRule;
import io.weir.contract.rule.metric.SuppressMode;
import io.weir.contract.rule.metric.SuppressRule;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * One suppression rule, compiled.
 *
 * @param rule the rule's name
 * @param fields the fields that it applies to
 * @param on the feeds that it applies to
 * @param likeness decides which values are redundant; not used in the mode at-most
 * @param heartbeatNanos how long a value may be suppressed; {@link FieldFilter#NO_HEARTBEAT} for no
 *     limit
 */
public record Suppression(
        String rule, Fields fields, Set<Feed> on, SuppressMode mode, Likeness likeness, long heartbeatNanos) {

    /** The name under which meters count values suppressed by a route's {@code live-every}. */
    static final String LIVE_EVERY = "live-every";

    /** Compiles a rule. */
    public static Suppression of(SuppressRule rule) {
        long heartbeatNanos = rule.heartbeat().map(Duration::toNanos).orElse(FieldFilter.NO_HEARTBEAT);
        return new Suppression(
                rule.name(), rule.fields(), rule.on(), rule.mode(), likeness(rule.mode()), heartbeatNanos);
    }

    /** The suppression by a route's {@code live-every}. */
    public static Optional<Suppression> of(RouteRule rule) {
        return rule.liveEvery()
                .map(every -> new Suppression(
                        LIVE_EVERY,
                        Fields.ALL,
                        Set.of(Feed.LIVE),
                        new SuppressMode.AtMost(every),
                        Likeness.SAME,
                        FieldFilter.NO_HEARTBEAT));
    }

    /** Creates a filter without values, of one field for one feed. */
    public FieldFilter filter() {
        if (mode instanceof SuppressMode.AtMost atMost) {
            return FieldFilter.rateLimit(atMost.every().toNanos());
        }
        return FieldFilter.deadband(likeness, heartbeatNanos);
    }

    private static Likeness likeness(SuppressMode mode) {
        return mode instanceof SuppressMode.Deadband band
                ? new Deadband(band.absolute(), band.relative())
                : Likeness.SAME;
    }

    /** Whether the rule computes with the value as a number. */
    boolean readsNumber() {
        return mode instanceof SuppressMode.Deadband;
    }

    /**
     * The properties that determine the state of a filter. A rule with an equal shape can continue
     * with the state. Names the version of the state's layout, so that an older layout is dropped.
     */
    public String shape() {
        return rule + ' ' + fields + ' ' + (mode instanceof SuppressMode.AtMost ? "sampled/2" : "held");
    }
}
