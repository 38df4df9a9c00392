package io.weir.standalone.probe.out;

import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs when deliveries begin to fail, and when they succeed again. The lost lines may be counted by
 * any thread; the rest is for one thread.
 */
final class DeliveryLog {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveryLog.class);

    /** Values of the same few subjects may be refused every time that they are measured. */
    private static final int ACCEPTED_WHEN_WELL = 60;

    private final String receiver;
    private final AtomicLong lost = new AtomicLong();
    private boolean isAway;
    private boolean isRefusing;
    private int accepted;

    DeliveryLog(String receiver) {
        this.receiver = receiver;
    }

    void away(String reason) {
        if (!isAway) {
            isAway = true;
            LOG.warn("probe cannot send to {}: {}; it keeps the newest lines and tries again", receiver, reason);
        }
    }

    void refused(String reason) {
        answered();
        accepted = 0;
        if (!isRefusing) {
            isRefusing = true;
            LOG.warn("{} refuses lines of the probe: {}", receiver, reason);
        }
    }

    void lost(int lines) {
        lost.addAndGet(lines);
    }

    void accepted() {
        answered();
        if (isRefusing && ++accepted >= ACCEPTED_WHEN_WELL) {
            isRefusing = false;
            LOG.info("{} accepts all lines of the probe again", receiver);
        }
    }

    private void answered() {
        if (isAway) {
            isAway = false;
            LOG.info("probe reaches {} again; {} lines were lost", receiver, lost.get());
        }
        lost.set(0);
    }
}
