package io.weir.writer;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the store takes lines; says every change once. Changed by one thread, read by any. */
final class StoreState {
    private static final Logger LOG = LoggerFactory.getLogger(StoreState.class);

    private final String url;
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

    void away(String reason) {
        if (trouble == null) {
            LOG.warn("store away url={} reason={}; waiting for it, nothing is lost", url, reason);
            sinceNanos = System.nanoTime();
        }
        trouble = reason;
    }

    void back() {
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
