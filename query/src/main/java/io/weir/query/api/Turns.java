package io.weir.query.api;

import io.weir.query.series.Deadline;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Bounds concurrent queries: some run, 24 times as many wait for their turn, and further ones are refused. */
public final class Turns {
    /** A hundred clients that ask one query after another are then served by four at a time. */
    static final int WAITING_PER_RUNNING = 24;

    private final Semaphore places;
    private final Semaphore running;

    /** @param atOnce most queries that run at the same time */
    public Turns(int atOnce) {
        places = new Semaphore(atOnce * (1 + WAITING_PER_RUNNING));
        running = new Semaphore(atOnce, true);
    }

    /**
     * Runs in the thread of the caller, once it is its turn.
     *
     * @param time that the query may wait and run; it waits for at most half of it
     * @param query gets the time that is left after the wait
     */
    <T> T take(Duration time, Function<Duration, T> query) {
        Deadline deadline = new Deadline(time);
        if (!places.tryAcquire()) {
            throw new RequestException(
                    ErrorType.UNAVAILABLE, "too many queries are running and waiting; try again in a moment");
        }
        try {
            // In the rest of its time, a query can still get its answer.
            if (!running.tryAcquire(time.toMillis() / 2, TimeUnit.MILLISECONDS)) {
                throw new RequestException(
                        ErrorType.TIMEOUT, "other queries were running for half the time of this one; try again later");
            }
            try {
                return query.apply(deadline.left());
            } finally {
                running.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RequestException(ErrorType.CANCELLED, "the query was cancelled");
        } finally {
            places.release();
        }
    }
}
