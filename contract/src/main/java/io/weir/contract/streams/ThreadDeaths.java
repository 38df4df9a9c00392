package io.weir.contract.streams;

import io.weir.contract.service.Silence;
import io.weir.contract.state.UnusableStateException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.jspecify.annotations.Nullable;

/**
 * Counts deaths of stream threads and decides whether one is replaced. The service is not ready
 * from a death until its threads have run for {@value #CALM_SECONDS} s, so that it does not look
 * healthy between two deaths. A death because Kafka did not answer is not a sign of another one: the
 * service is ready as soon as its threads run and Kafka answers. Thread-safe.
 */
final class ThreadDeaths {

    static final int CALM_SECONDS = 30;

    /** The service gives up at one more death than this that Kafka does not explain, without a calm time in between. */
    static final int MOST = 10;

    /** The package of Kafka's clients. */
    private static final String CLIENTS = "org.apache.kafka.clients.";

    private static final long CALM_NANOS = TimeUnit.SECONDS.toNanos(CALM_SECONDS);

    private int unexplained;
    private int inARow;
    private long diedNanos;
    private long calmSinceNanos;
    private boolean isRunning;
    private boolean isSilent;
    private boolean diedOfSilence;
    private @Nullable String reason;

    /** The reaction to a death. */
    enum Next {
        /** Another thread takes over immediately. */
        REPLACE,
        /**
         * Another thread takes over after a pause: Kafka refuses something or does not answer, and
         * probably will for a while.
         */
        REPLACE_LATER,
        /** Only an operator can help. */
        GIVE_UP
    }

    /** A thread died of this error; {@code nowNanos} is a time of {@link System#nanoTime}. */
    synchronized Next died(Throwable e, long nowNanos) {
        inARow++;
        diedNanos = nowNanos;
        diedOfSilence = isSilent;
        isRunning = false;
        Throwable cause = cause(e);
        if (cause instanceof UnusableStateException) {
            reason = cause.getMessage();
            return Next.GIVE_UP;
        }
        if (cause instanceof MissingSourceTopicException) {
            reason = cause.getMessage();
            return Next.REPLACE_LATER;
        }
        if (cause instanceof ApiException) {
            reason = "Kafka refuses: " + cause.getMessage();
            return Next.REPLACE_LATER;
        }
        if (isOfClient(cause)) {
            reason = "the Kafka client failed: " + cause.getMessage();
            return Next.REPLACE_LATER;
        }
        unexplained++;
        reason = "a stream thread died: " + cause;
        if (unexplained <= MOST) {
            return Next.REPLACE;
        }
        reason = "more than " + MOST + " stream threads died, the last because of: " + cause;
        return Next.GIVE_UP;
    }

    /** Receives the state of the threads and of Kafka ({@link Silence}), about once a second. */
    synchronized void observe(boolean areRunning, boolean isKafkaAnswering, long nowNanos) {
        isSilent = !isKafkaAnswering;
        // A silence is noticed late: this death came after Kafka's last answer.
        diedOfSilence |= isSilent && nowNanos - diedNanos <= Silence.LATE_NANOS;
        if (!areRunning || isSilent) {
            isRunning = false;
        } else if (!isRunning) {
            isRunning = true;
            calmSinceNanos = nowNanos;
        } else if (nowNanos - calmSinceNanos >= calmNanos()) {
            unexplained = 0;
            inARow = 0;
            reason = null;
        }
    }

    private long calmNanos() {
        return diedOfSilence && unexplained == 0 ? 0 : CALM_NANOS;
    }

    /** The cause of the last death, until the threads have run for a while; otherwise null. */
    synchronized @Nullable String reason() {
        return reason == null ? null : reason + (inARow > 1 ? " (" + inARow + " times in a row)" : "");
    }

    /**
     * The Kafka clients have no class of their own for a transaction that was not acknowledged in
     * time. The next call after a commit that timed out gets an {@link IllegalStateException}.
     */
    private static boolean isOfClient(Throwable cause) {
        if (cause.getClass() == KafkaException.class) {
            return true;
        }
        StackTraceElement[] thrown = cause.getStackTrace();
        return cause instanceof IllegalStateException
                && thrown.length > 0
                && thrown[0].getClassName().startsWith(CLIENTS);
    }

    /** The outermost cause that is an error of Kafka or of the state; else the innermost cause. */
    private static Throwable cause(Throwable e) {
        Throwable at = e;
        Throwable innermost = e;
        while (at != null) {
            if (at instanceof UnusableStateException || at instanceof ApiException) {
                return at;
            }
            innermost = at;
            at = at.getCause();
        }
        return innermost;
    }
}
