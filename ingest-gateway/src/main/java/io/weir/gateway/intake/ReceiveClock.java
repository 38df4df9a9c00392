package io.weir.gateway.intake;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Wall clock that never goes back, for all threads of a gateway together, so that nothing received after a tick bears an earlier
 * time. Thread-safe.
 */
public final class ReceiveClock {
    private final Clock clock;
    private final AtomicLong last = new AtomicLong(Long.MIN_VALUE);

    /** Follows this clock. */
    public ReceiveClock(Clock clock) {
        this.clock = clock;
    }

    /** How long the time has to stand until the wall clock, which was set back, has caught up; 0 as a rule. */
    public long standsForNanos() {
        Instant now = clock.instant();
        return Math.max(0, last.get() - (now.getEpochSecond() * 1_000_000_000 + now.getNano()));
    }

    /** Nanoseconds since the epoch. */
    public long nowNanos() {
        Instant now = clock.instant();
        long nanos = now.getEpochSecond() * 1_000_000_000 + now.getNano();
        while (true) {
            long before = last.get();
            if (nanos <= before) {
                return before;
            }
            if (last.compareAndSet(before, nanos)) {
                return nanos;
            }
        }
    }
}
