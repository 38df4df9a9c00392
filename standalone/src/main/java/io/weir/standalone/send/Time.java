package io.weir.standalone.send;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.locks.LockSupport;

/** What time it is, and waiting: an argument of everything that keeps a pace, so that tests need not wait. */
public interface Time {
    /** The machine's: a wall clock as it was at the start, going on evenly from there. */
    static Time system() {
        long startNanos = System.nanoTime();
        long startEpochNanos = ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now());
        return new Time() {
            @Override
            public long nanos() {
                return System.nanoTime() - startNanos;
            }

            @Override
            public long epochNanos() {
                return startEpochNanos + nanos();
            }

            @Override
            public void park(long nanos) {
                LockSupport.parkNanos(nanos);
            }
        };
    }

    /** Nanoseconds since some moment; never goes back. */
    long nanos();

    /** Nanoseconds since 1970. */
    long epochNanos();

    /** Returns after about so long, or earlier. */
    void park(long nanos);
}
