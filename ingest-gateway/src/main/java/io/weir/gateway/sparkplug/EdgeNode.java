package io.weir.gateway.sparkplug;

import io.weir.gateway.exposition.HeldBytes;
import io.weir.gateway.sparkplug.Publisher.Announced;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An edge node with its devices: what its births announced, and which number its next message has.
 * Belongs to one thread.
 */
final class EdgeNode {
    /** The largest number of a message and of a session; 0 follows. */
    static final int LAST_SEQUENCE = 255;

    private static final long ASK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** Estimated memory of an alias. */
    private static final int ALIAS_BYTES = 60;

    private final HeldBytes memory;
    private final Map<String, Publisher> publishers = new HashMap<>();
    private final Map<Long, Announced> aliases = new HashMap<>();
    private long session = Payload.NO_SESSION;
    private int nextSequence = Payload.NO_SEQUENCE;
    private boolean hasAsked;
    private long askedNanos;

    EdgeNode(HeldBytes memory) {
        this.memory = memory;
    }

    /** The publisher with this name, the empty one for the node itself; null if it is not known. */
    @Nullable
    Publisher publisher(String device) {
        return publishers.get(device);
    }

    void add(String device, Publisher publisher) {
        publishers.put(device, publisher);
    }

    Collection<Publisher> publishers() {
        return publishers.values();
    }

    /**
     * Begins a session of the node: its devices must announce their metrics again. Returns whether a
     * session was missed.
     */
    boolean begin(long newSession, int sequence) {
        boolean isMissed = session != Payload.NO_SESSION
                && newSession != Payload.NO_SESSION
                && newSession != session
                && newSession != ((session + 1) & LAST_SEQUENCE);
        forget();
        session = newSession;
        nextSequence = sequence == Payload.NO_SEQUENCE ? sequence : (sequence + 1) & LAST_SEQUENCE;
        return isMissed;
    }

    /** Ends the session. Returns false if that of the death is another one, which ended before. */
    boolean end(long ofDeath) {
        if (ofDeath != Payload.NO_SESSION && session != Payload.NO_SESSION && ofDeath != session) {
            return false;
        }
        forget();
        nextSequence = Payload.NO_SEQUENCE;
        return true;
    }

    private void forget() {
        publishers.values().forEach(each -> each.forget(memory));
        memory.give((long) ALIAS_BYTES * aliases.size());
        aliases.clear();
    }

    /** Forgets the metrics of a device. */
    void forget(Publisher device) {
        int before = aliases.size();
        aliases.values().removeIf(each -> each.of() == device);
        memory.give((long) ALIAS_BYTES * (before - aliases.size()));
        device.forget(memory);
    }

    /** Announces a metric. Returns false if the memory is full. */
    boolean announce(Publisher publisher, Metric metric, String name) {
        Announced announced = publisher.announce(name, metric.type(), memory);
        if (announced == null) {
            return false;
        }
        if (metric.hasAlias()) {
            boolean isNew = !aliases.containsKey(metric.alias());
            if (isNew && !memory.take(ALIAS_BYTES)) {
                return false;
            }
            aliases.put(metric.alias(), announced);
        }
        return true;
    }

    /** A metric of a publisher by its alias; null if that was not announced. */
    @Nullable
    Announced find(Publisher publisher, long alias) {
        Announced found = aliases.get(alias);
        return found != null && found.of() == publisher ? found : null;
    }

    /** The number of messages that are missing before this one. */
    int missing(int sequence) {
        if (nextSequence == Payload.NO_SEQUENCE || sequence == Payload.NO_SEQUENCE) {
            return 0;
        }
        int missing = (sequence - nextSequence) & LAST_SEQUENCE;
        if (missing == LAST_SEQUENCE) { // The last message again.
            return 0;
        }
        nextSequence = (sequence + 1) & LAST_SEQUENCE;
        return missing;
    }

    /** Whether the node may be asked for births: not soon after it was asked before. */
    boolean mayAsk(long nanos) {
        if (hasAsked && nanos - askedNanos < ASK_EVERY_NANOS) {
            return false;
        }
        hasAsked = true;
        askedNanos = nanos;
        return true;
    }
}
