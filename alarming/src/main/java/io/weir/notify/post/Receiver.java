package io.weir.notify.post;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A receiver of notifications. Logs when it becomes unavailable and available, and its refusals
 * once per second at most; counts each failure. Used by one thread, except {@link #trouble}.
 */
public final class Receiver {
    private static final Logger LOG = LoggerFactory.getLogger(Receiver.class);

    private final String name;
    private final Poster poster;
    private final Backoff backoff;
    private final RefusalLog refusals;
    private final NotifierMeters.OfReceiver meters;
    private Duration pause = Duration.ZERO;
    private volatile @Nullable String trouble;

    /**
     * Creates the receiver without connecting.
     *
     * @param name its kind, for people
     * @param timeout time limit for an answer
     */
    public Receiver(
            String name,
            URI address,
            Map<String, String> headers,
            Duration timeout,
            RandomGenerator random,
            NotifierMeters.OfReceiver meters) {
        this.name = name + " " + Address.shown(address);
        this.poster = new Poster(address, headers, timeout);
        this.backoff = new Backoff(random);
        this.refusals = new RefusalLog(this.name, System.nanoTime());
        this.meters = meters;
    }

    /**
     * Posts a body once.
     *
     * @param count number of alerts or transitions in the body
     * @return the outcome; if it {@linkplain Outcome#isToBeRepeated must be repeated}, callers wait
     *     for {@link #pause} first
     * @throws InterruptedException if interrupted; the receiver may have received the body
     */
    public Outcome post(byte[] body, int count) throws InterruptedException {
        Answer answer = poster.post(body);
        if (answer.outcome().isToBeRepeated()) {
            markUnavailable(answer.text());
            pause = backoff.next(answer.pause());
            meters.failed(answer.outcome().word());
            return answer.outcome();
        }
        markAvailable();
        backoff.reset();
        if (answer.outcome() == Outcome.REFUSED) {
            meters.failed(answer.outcome().word());
            meters.refused(count);
            refusals.refused(count, answer.text(), System.nanoTime());
        } else {
            meters.sent(count);
        }
        return answer.outcome();
    }

    /** Returns how long to wait before the last failed body is posted again. */
    public Duration pause() {
        return pause;
    }

    /**
     * Returns why it cannot be notified; empty if it can or was not tried yet. Callable from any
     * thread.
     */
    public Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }

    private void markUnavailable(String reason) {
        if (trouble == null) {
            LOG.warn("{} does not accept notifications: {}; they wait and are retried", name, reason);
        }
        trouble = name + ": " + reason;
    }

    private void markAvailable() {
        if (trouble != null) {
            LOG.info("{} accepts notifications again", name);
        }
        trouble = null;
    }
}
