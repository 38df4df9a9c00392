package io.weir.gateway.kafka;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for missing topics, which it logs once, and excludes topics that the gateway writes.
 * Belongs to the reading thread.
 */
final class TopicsThere {
    private static final Logger LOG = LoggerFactory.getLogger(TopicsThere.class);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(1);
    private static final long LOOK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final TopicSource source;
    private Set<String> wanted = Set.of();
    private boolean isAsked;
    private Set<String> there = Set.of();
    private Set<String> loggedMissing = Set.of();
    private long lookAgainNanos;

    TopicsThere(TopicSource source, long nowNanos) {
        this.source = source;
        this.lookAgainNanos = nowNanos;
    }

    /**
     * Lists the topics, unless all exist or the last check was recent. Returns whether more exist
     * than before.
     */
    boolean look(Consumer<?, ?> consumer, long nowNanos) {
        if ((isAsked && there.size() == wanted.size()) || nowNanos - lookAgainNanos < 0) {
            return false;
        }
        lookAgainNanos = nowNanos + LOOK_EVERY_NANOS;
        leaveOutOwn();
        Set<String> found = new TreeSet<>(consumer.listTopics(ANSWER_WITHIN).keySet());
        found.retainAll(wanted);
        logMissing(found);
        boolean hasMore = found.size() > there.size();
        there = found;
        return hasMore;
    }

    /** The existing topics. */
    Set<String> there() {
        return there;
    }

    private void leaveOutOwn() {
        if (isAsked) {
            return;
        }
        Set<String> own = source.own().among(source.topics(), source.client());
        if (!own.isEmpty()) {
            LOG.error(
                    "input {} does not read {}, which Weir itself writes: {} is another address of the gateway's own Kafka;"
                            + " remove it from the input's topics",
                    source.input(),
                    own,
                    source.bootstrap());
        }
        wanted = new TreeSet<>(source.topics());
        wanted.removeAll(own);
        isAsked = true;
    }

    private void logMissing(Set<String> found) {
        Set<String> missing = new TreeSet<>(wanted);
        missing.removeAll(found);
        if (missing.equals(loggedMissing)) {
            return;
        }
        if (missing.isEmpty()) {
            LOG.info("input {}: all its topics exist now", source.input());
        } else {
            LOG.warn(
                    "input {} waits for topics that do not exist in Kafka at {}: {}; create them, or set others",
                    source.input(),
                    source.bootstrap(),
                    missing);
        }
        loggedMissing = missing;
    }
}
