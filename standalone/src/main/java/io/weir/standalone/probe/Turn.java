package io.weir.standalone.probe;

import java.time.Duration;

/** Selects every n-th round, starting with the first. Not thread-safe. */
final class Turn {
    private final long rounds;
    private long left;

    private Turn(long rounds) {
        this.rounds = rounds;
    }

    /** Selects a round per period, or every round if the period is shorter. */
    static Turn every(Duration period, Duration round) {
        return new Turn(Math.max(1, Math.round((double) period.toNanos() / round.toNanos())));
    }

    /** Returns whether this round is selected. Call it once a round. */
    boolean comes() {
        if (left == 0) {
            left = rounds - 1;
            return true;
        }
        left--;
        return false;
    }
}
