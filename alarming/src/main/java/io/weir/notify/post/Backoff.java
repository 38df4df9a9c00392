package io.weir.notify.post;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait after a failure: twice as long after each, up to half a minute, and of that a random part of at least a half,
 * so that not all who wait for a receiver come back at once. Used by one thread.
 */
final class Backoff {
    private static final long FIRST_MILLIS = 500;
    private static final long LONGEST_MILLIS = 30_000;

    private final RandomGenerator random;
    private long millis = FIRST_MILLIS;

    Backoff(RandomGenerator random) {
        this.random = random;
    }

    /** The next wait, and no shorter than the receiver asks for. */
    Duration next(Duration asked) {
        long wait = millis / 2 + random.nextLong(millis / 2 + 1);
        millis = Math.min(LONGEST_MILLIS, millis * 2);
        return asked.toMillis() > wait ? asked : Duration.ofMillis(wait);
    }

    /** It is well again. */
    void reset() {
        millis = FIRST_MILLIS;
    }
}
