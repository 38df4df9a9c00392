package io.weir.standalone.send;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.locks.LockSupport;

/** A clock that can also wait. Passed to all pacing code, so that tests need not wait. */
public interface Time {
    /** The machine's clock: the wall clock at the start, then monotonic. */
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

    /** Nanoseconds since an arbitrary time; never decreases. */
    long nanos();

    /** Nanoseconds since 1970. */
    long epochNanos();

    /** Waits about this long, or less. */
    void park(long nanos);
}
