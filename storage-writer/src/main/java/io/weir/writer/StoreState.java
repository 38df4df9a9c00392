package io.weir.writer;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the store takes lines; says every change once, however many write to it. To be used by any thread. */
final class StoreState {
    private static final Logger LOG = LoggerFactory.getLogger(StoreState.class);

    private final String url;
    private final Set<Object> inTrouble = new HashSet<>();
    private long sinceNanos = System.nanoTime();
    private volatile @Nullable String trouble;
    private volatile boolean wasThere;

    /**
     * Nothing is known yet.
     *
     * @param url for the operator
     */
    StoreState(String url) {
        this.url = url;
    }

    /** Somebody's lines were not taken, nor refused. */
    synchronized void away(Object writer, String reason) {
        inTrouble.add(writer);
        if (trouble == null) {
            LOG.warn("store away url={} reason={}; waiting for it, nothing is lost", url, reason);
            sinceNanos = System.nanoTime();
        }
        trouble = reason;
    }

    /** Somebody has given up what was not taken. */
    synchronized void gone(Object writer) {
        inTrouble.remove(writer);
    }

    /** Somebody's lines were taken, or refused. */
    synchronized void back(Object writer) {
        inTrouble.remove(writer);
        if (!inTrouble.isEmpty()) {
            return;
        }
        if (trouble != null || !wasThere) {
            LOG.info(
                    "store there url={} waited_ms={}",
                    url,
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNanos));
        }
        wasThere = true;
        trouble = null;
    }

    /** Why lines do not go into the store now, or null if they do. */
    @Nullable
    String trouble() {
        String reason = trouble;
        if (reason != null) {
            return "store " + url + ": " + reason;
        }
        return wasThere ? null : "store " + url + " not reached yet";
    }
}
