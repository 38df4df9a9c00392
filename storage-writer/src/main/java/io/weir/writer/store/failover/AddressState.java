package io.weir.writer.store.failover;

import io.weir.writer.store.Reply;
import io.weir.writer.store.StoreUrl;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether an address is in service, and when it is tried again. Logs each change once. Thread-safe. */
final class AddressState {
    private static final Logger LOG = LoggerFactory.getLogger(AddressState.class);

    static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(60);
    /** Limit for pauses that the server requests. */
    private static final long LONGEST_ASKED_MILLIS = 300_000;

    private final StoreUrl url;
    private final LongSupplier nanoTime;
    private boolean isLeftOut;
    /** Whether one writer tries the address again. */
    private boolean isOnTrial;

    private String reason = "";
    private long sinceNanos;
    private long pauseNanos;
    private long retryNanos;

    AddressState(StoreUrl url, LongSupplier nanoTime) {
        this.url = url;
        this.nanoTime = nanoTime;
    }

    StoreUrl url() {
        return url;
    }

    synchronized boolean isLeftOut() {
        return isLeftOut;
    }

    /**
     * Leaves the address out, at least as long as the server requests. The pause doubles after a trial. Other failures
     * during a pause, of batches that were in flight or had no better address, may only prolong it.
     */
    synchronized void leaveOut(Reply.Away away) {
        long now = nanoTime.getAsLong();
        boolean isFurther = isLeftOut && !isOnTrial;
        if (isOnTrial) {
            pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
        } else if (!isLeftOut) {
            LOG.warn("address left out url={} reason={}; trying others, no line is lost", url.text(), away.reason());
            isLeftOut = true;
            sinceNanos = now;
            pauseNanos = FIRST_PAUSE_NANOS;
        }
        reason = away.reason();
        long askedMillis = Math.min(away.waitMillis(), LONGEST_ASKED_MILLIS);
        long asked = now + Math.max(pauseNanos, TimeUnit.MILLISECONDS.toNanos(askedMillis));
        retryNanos = isFurther && asked - retryNanos < 0 ? retryNanos : asked;
        isOnTrial = false;
    }

    /** Puts the address into service. */
    synchronized void back() {
        if (isLeftOut) {
            LOG.info(
                    "address back url={} waited_ms={}",
                    url.text(),
                    TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - sinceNanos));
        }
        isLeftOut = false;
        isOnTrial = false;
    }

    /** Whether the caller is to try an address that was left out: of all writers one, after the pause. */
    synchronized boolean beginTrial() {
        long now = nanoTime.getAsLong();
        if (!isLeftOut || now - retryNanos < 0) {
            return false;
        }
        isOnTrial = true;
        // Longer than the usual timeout. The end of the trial replaces it.
        retryNanos = now + LONGEST_PAUSE_NANOS;
        return true;
    }

    /** The time until the pause ends; negative afterwards. */
    synchronized long pauseLeftNanos() {
        return retryNanos - nanoTime.getAsLong();
    }

    /** The address and why it is left out. */
    @Override
    public synchronized String toString() {
        return url.text() + ": " + reason;
    }
}
