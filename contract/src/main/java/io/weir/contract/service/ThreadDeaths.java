package io.weir.contract.service;

import io.weir.contract.state.UnusableStateException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.ApiException;
import org.jspecify.annotations.Nullable;

/**
 * Counts deaths of stream threads and decides whether one is replaced. The service is unready from a death until its threads have run
 * for {@value #CALM_SECONDS} s, so that it does not look well between two deaths. Thread-safe.
 */
final class ThreadDeaths {

    static final int CALM_SECONDS = 30;

    /** Deaths in a row that no answer of Kafka explains, after which the service gives up. */
    static final int MOST = 10;

    private static final long CALM_NANOS = TimeUnit.SECONDS.toNanos(CALM_SECONDS);

    private int unexplained;
    private int inARow;
    private long calmSinceNanos;
    private boolean isRunning;
    private @Nullable String reason;

    /** What follows a death. */
    enum Next {
        /** Another thread takes over now. */
        REPLACE,
        /** Another thread takes over after a pause: Kafka refuses something, and will go on to for a while. */
        REPLACE_LATER,
        /** A person has to help. */
        GIVE_UP
    }

    /** A thread died of this; {@code nowNanos} is a time of {@link System#nanoTime}. */
    synchronized Next died(Throwable e, long nowNanos) {
        inARow++;
        isRunning = false;
        Throwable cause = cause(e);
        if (cause instanceof UnusableStateException) {
            reason = cause.getMessage();
            return Next.GIVE_UP;
        }
        if (cause instanceof ApiException) {
            reason = "Kafka refuses: " + cause.getMessage();
            return Next.REPLACE_LATER;
        }
        unexplained++;
        reason = "a stream thread died: " + cause;
        if (unexplained <= MOST) {
            return Next.REPLACE;
        }
        reason = "more than " + MOST + " stream threads died, the last of: " + cause;
        return Next.GIVE_UP;
    }

    /** The threads' state, once a second or so. */
    synchronized void observe(boolean areRunning, long nowNanos) {
        if (!areRunning) {
            isRunning = false;
        } else if (!isRunning) {
            isRunning = true;
            calmSinceNanos = nowNanos;
        } else if (nowNanos - calmSinceNanos >= CALM_NANOS) {
            unexplained = 0;
            inARow = 0;
            reason = null;
        }
    }

    /** What the last death was of, until the threads have run for a while; null if there is nothing to say. */
    synchronized @Nullable String reason() {
        return reason == null ? null : reason + (inARow > 1 ? " (" + inARow + " times in a row)" : "");
    }

    /** The innermost cause that says what Kafka or the state has; else the innermost. */
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
