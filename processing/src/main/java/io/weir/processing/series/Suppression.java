package io.weir.processing.series;

import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.metric.Feed;
import io.weir.contract.rule.metric.RouteRule;
import io.weir.contract.rule.metric.SuppressMode;
import io.weir.contract.rule.metric.SuppressRule;
import io.weir.processing.repeat.Deadband;
import io.weir.processing.repeat.FieldMemory;
import io.weir.processing.repeat.Likeness;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * One suppression rule, compiled.
 *
 * @param rule the rule's name
 * @param fields of which it speaks
 * @param on the feeds of which it speaks
 * @param likeness what repeats the value held, for all fields alike; without meaning where values are only thinned out
 * @param heartbeatNanos how long a value may be left out; {@link FieldMemory#NO_HEARTBEAT} for ever
 */
public record Suppression(
        String rule, Fields fields, Set<Feed> on, SuppressMode mode, Likeness likeness, long heartbeatNanos) {

    /** The name under which is counted what a route's {@code live-every} leaves out. */
    static final String LIVE_EVERY = "live-every";

    static Suppression of(SuppressRule rule) {
        long heartbeatNanos = rule.heartbeat().map(Duration::toNanos).orElse(FieldMemory.NO_HEARTBEAT);
        return new Suppression(
                rule.name(), rule.fields(), rule.on(), rule.mode(), likeness(rule.mode()), heartbeatNanos);
    }

    /** What a route says of how often live gets something. */
    static Optional<Suppression> of(RouteRule rule) {
        return rule.liveEvery()
                .map(every -> new Suppression(
                        LIVE_EVERY,
                        Fields.ALL,
                        Set.of(Feed.LIVE),
                        new SuppressMode.AtMost(every),
                        Likeness.SAME,
                        FieldMemory.NO_HEARTBEAT));
    }

    /** An empty memory of one field for one feed. */
    public FieldMemory memory() {
        if (mode instanceof SuppressMode.AtMost atMost) {
            return FieldMemory.sampled(atMost.every().toNanos());
        }
        return FieldMemory.held(likeness, heartbeatNanos);
    }

    private static Likeness likeness(SuppressMode mode) {
        return mode instanceof SuppressMode.Deadband band
                ? new Deadband(band.absolute(), band.relative())
                : Likeness.SAME;
    }

    /** Does it compute with the value as a number? */
    boolean readsNumber() {
        return mode instanceof SuppressMode.Deadband;
    }

    /** What shapes the memory: under a rule with the same, it can go on with it. */
    String shape() {
        return rule + ' ' + fields + ' ' + (mode instanceof SuppressMode.AtMost ? "sampled" : "held");
    }
}
