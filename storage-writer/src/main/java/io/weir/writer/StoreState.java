package io.weir.writer;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the store accepts lines. Logs each change once, for all writers together. Thread-safe.
 */
final class StoreState {
    private static final Logger LOG = LoggerFactory.getLogger(StoreState.class);

    private final String url;
    private final Set<Object> inTrouble = new HashSet<>();
    private long sinceNanos = System.nanoTime();
    private volatile @Nullable String trouble;
    private volatile boolean wasAvailable;

    /**
     * Starts with an unknown state.
     *
     * @param url address for log messages
     */
    StoreState(String url) {
        this.url = url;
    }

    /** Records that the store neither accepted nor rejected a writer's lines. */
    synchronized void away(Object writer, String reason) {
        inTrouble.add(writer);
        if (trouble == null) {
            LOG.warn("store unavailable url={} reason={}; retrying, the lines stay in Kafka", url, reason);
            sinceNanos = System.nanoTime();
        }
        trouble = reason;
    }

    /** Records that a writer stopped before the store accepted its lines. */
    synchronized void gone(Object writer) {
        inTrouble.remove(writer);
    }

    /** Records that the store accepted or rejected a writer's lines. */
    synchronized void back(Object writer) {
        inTrouble.remove(writer);
        if (!inTrouble.isEmpty()) {
            return;
        }
        if (trouble != null || !wasAvailable) {
            LOG.info(
                    "store available url={} waited_ms={}",
                    url,
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNanos));
        }
        wasAvailable = true;
        trouble = null;
    }

    /** Why lines do not reach the store now, or null if they do. */
    @Nullable
    String trouble() {
        String reason = trouble;
        if (reason != null) {
            return "store " + url + ": " + reason;
        }
        return wasAvailable ? null : "store " + url + " not reached yet";
    }
}
