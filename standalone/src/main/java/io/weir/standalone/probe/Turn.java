package io.weir.standalone.probe;

import java.time.Duration;

/** Comes in the first of every so many rounds. Not thread-safe. */
final class Turn {
    private final long rounds;
    private long left;

    private Turn(long rounds) {
        this.rounds = rounds;
    }

    /** As often as a period has passed, at most in every round. */
    static Turn every(Duration period, Duration round) {
        return new Turn(Math.max(1, Math.round((double) period.toNanos() / round.toNanos())));
    }

    /** Asked once a round. */
    boolean comes() {
        if (left == 0) {
            left = rounds - 1;
            return true;
        }
        left--;
        return false;
    }
}
