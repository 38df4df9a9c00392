package io.weir.gateway.topic;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for topics that do not exist yet, and says so once. Belongs to the reading thread. */
final class TopicsThere {
    private static final Logger LOG = LoggerFactory.getLogger(TopicsThere.class);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(1);
    private static final long LOOK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final TopicSource source;
    private Set<String> there = Set.of();
    private Set<String> saidMissing = Set.of();
    private long lookAgainNanos;

    TopicsThere(TopicSource source, long nowNanos) {
        this.source = source;
        this.lookAgainNanos = nowNanos;
    }

    /** Looks, unless all are there or that was just done; says whether more of them are. */
    boolean look(Consumer<?, ?> consumer, long nowNanos) {
        if (there.size() == source.topics().size() || nowNanos - lookAgainNanos < 0) {
            return false;
        }
        lookAgainNanos = nowNanos + LOOK_EVERY_NANOS;
        Set<String> found = new TreeSet<>(consumer.listTopics(ANSWER_WITHIN).keySet());
        found.retainAll(source.topics());
        sayMissing(found);
        boolean hasMore = found.size() > there.size();
        there = found;
        return hasMore;
    }

    /** Those that exist. */
    Set<String> there() {
        return there;
    }

    private void sayMissing(Set<String> found) {
        Set<String> missing = new TreeSet<>(source.topics());
        missing.removeAll(found);
        if (missing.equals(saidMissing)) {
            return;
        }
        if (missing.isEmpty()) {
            LOG.info("input {}: its topics are all there now", source.input());
        } else {
            LOG.warn(
                    "input {} waits for topics that Kafka at {} does not have: {}; create them, or name others",
                    source.input(),
                    source.bootstrap(),
                    missing);
        }
        saidMissing = missing;
    }
}
