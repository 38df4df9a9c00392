package io.weir.notify.post;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Wait after a failure. It doubles each time, up to half a minute, and a random part of at most a
 * half is left out, so that clients of a receiver do not return simultaneously. Used by one thread.
 */
final class Backoff {
    private static final long FIRST_MILLIS = 500;
    private static final long LONGEST_MILLIS = 30_000;

    private final RandomGenerator random;
    private long millis = FIRST_MILLIS;

    Backoff(RandomGenerator random) {
        this.random = random;
    }

    /** Returns the next wait; at least as long as the receiver asks for. */
    Duration next(Duration asked) {
        long wait = millis / 2 + random.nextLong(millis / 2 + 1);
        millis = Math.min(LONGEST_MILLIS, millis * 2);
        return asked.toMillis() > wait ? asked : Duration.ofMillis(wait);
    }

    /** Starts with the shortest wait again, after a success. */
    void reset() {
        millis = FIRST_MILLIS;
    }
}
